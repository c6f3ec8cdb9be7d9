import type { Browser } from '@playwright/test'
import { rootName } from '../../server/test/accounts.ts'
import { startTestServer, type TestServer } from '../../server/test/test-server.ts'
import { openConsole } from '../harness/console-visit.ts'
import { expect, test } from '../harness/test.ts'

test.describe('the page of prices in a browser', () => {
  let server: TestServer
  let browser: Browser
  test.beforeAll(async ({ browser: launched }) => {
    browser = launched
    server = await startTestServer()
  })
  test.afterAll(async () => {
    await server?.stop()
  })

  test('a price is edited in its cell, previewed, published, and restored from the history', async () => {
    const { page, close } = await openConsole(browser, {
      url: server.url,
      username: rootName,
      language: 'en',
      device: 'desktop',
      path: '/console/prices?keyword=gpt-4o-mini',
    })
    const cell = page.locator('[data-cell="input gpt-4o-mini"]')
    await expect(cell).toHaveText('0.15')
    const startedAt = Math.floor(Date.now() / 1_000)
    // The prices of a moment are those at its end.
    await expect.poll(() => Math.floor(Date.now() / 1_000)).toBeGreaterThan(startedAt)
    await cell.click()
    await page.keyboard.type('7.5')
    await page.keyboard.press('Enter')
    await expect(cell).toHaveText('7.50')
    const bar = page.getByRole('region', { name: 'Unpublished changes' })
    await expect(bar).toContainText('charges of the last 7 days')
    await bar.getByRole('button', { name: 'Review and publish' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('$7.50')
    await dialog.getByLabel('Note').fill('dearer upstream')
    await dialog.getByRole('button', { name: 'Publish' }).click()
    await expect(bar).toHaveCount(0)
    await page.goto('/console/prices?tab=history')
    const line = page.locator('.ant-table-row', { hasText: 'dearer upstream' })
    await expect(line).toContainText('$7.50')

    await page.goto(`/console/prices?tab=history&at=${startedAt}`)
    await page.getByRole('button', { name: 'Restore 1 model…' }).click()
    await page.getByRole('dialog').last().getByRole('button', { name: 'Publish' }).click()
    await expect(page.locator('.ant-table-row', { hasText: 'Restored' })).toContainText('gpt-4o-mini')
    await page.goto('/console/prices?keyword=gpt-4o-mini')
    await expect(cell).toHaveText('0.15')
    await close()
  })
})
