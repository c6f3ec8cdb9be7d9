import type { Browser } from '@playwright/test'
import { rootName } from '../../server/test/accounts.ts'
import { startTestServer } from '../../server/test/test-server.ts'
import { openConsole } from '../harness/console-visit.ts'
import { forTests } from '../harness/for-tests.ts'
import { expect, test } from '../harness/test.ts'

test.describe('the page of prices in a browser', () => {
  const server = forTests(startTestServer)
  let browser: Browser
  test.beforeAll(({ browser: launched }) => {
    browser = launched
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

  test('two tabs publish the same model: each figure is that of its author, and one that both changed is a choice', async () => {
    const open = () =>
      openConsole(browser, {
        url: server.url,
        username: rootName,
        language: 'en',
        device: 'desktop',
        path: '/console/prices?keyword=gpt-4.1-mini',
        // The browser reports the refused publications.
        expectedErrors: [/status of 409/],
      })
    const [mine, theirs] = [await open(), await open()]
    const cellOf = ({ page }: typeof mine, figure: string) => page.locator(`[data-cell="${figure} gpt-4.1-mini"]`)
    const type = async (visit: typeof mine, figure: string, amount: string) => {
      await cellOf(visit, figure).click()
      await visit.page.keyboard.type(amount)
      await visit.page.keyboard.press('Enter')
    }
    const publish = async ({ page }: typeof mine) => {
      await page.getByRole('button', { name: 'Review and publish' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
    }
    const barOf = ({ page }: typeof mine) => page.getByRole('region', { name: 'Unpublished changes' })
    await expect(cellOf(mine, 'input')).not.toHaveText('–')
    await expect(cellOf(theirs, 'input')).not.toHaveText('–')
    await type(mine, 'input', '3')
    await type(theirs, 'output', '20')
    await publish(theirs)
    await expect(barOf(theirs)).toHaveCount(0)
    await publish(mine)
    await expect(barOf(mine)).toHaveCount(0)
    await expect(cellOf(mine, 'input')).toHaveText('3.00')
    await expect(cellOf(mine, 'output')).toHaveText('20.00')

    // The other tab still has the sheet before that.
    await type(theirs, 'input', '4')
    await publish(theirs)
    const dialog = theirs.page.getByRole('dialog')
    await expect(dialog.getByRole('radio')).toHaveCount(2)
    await expect(dialog).toContainText('$3.00')
    await dialog.getByRole('radio', { name: /^Yours/ }).check()
    await dialog.getByRole('button', { name: 'Publish' }).click()
    await expect(barOf(theirs)).toHaveCount(0)
    await expect(cellOf(theirs, 'input')).toHaveText('4.00')
    await expect(cellOf(theirs, 'output')).toHaveText('20.00')
    await mine.close()
    await theirs.close()
  })

  test('rows are ticked on a phone', async () => {
    const { page, close } = await openConsole(browser, {
      url: server.url,
      username: rootName,
      language: 'en',
      device: 'phone',
      path: '/console/prices?keyword=gpt-4.1-mini',
    })
    await page.getByRole('checkbox', { name: 'Select row gpt-4.1-mini', exact: true }).check()
    await expect(page.getByText('1 selected')).toBeVisible()
    await expect(page.getByRole('button', { name: '× factor…' })).toBeVisible()
    await close()
  })
})
