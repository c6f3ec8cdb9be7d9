import type { Browser } from '@playwright/test'
import { startTestServer } from '../../server/test/test-server.ts'
import { visit } from '../harness/browser.ts'
import { findFaults } from '../harness/console-visit.ts'
import { forTests } from '../harness/for-tests.ts'
import { waitUntilSettled } from '../harness/page-rest.ts'
import { setOptions } from '../harness/site-options.ts'
import { expect, test } from '../harness/test.ts'

test.describe('the comparison of models, in a browser', () => {
  const server = forTests(startTestServer)
  const models = ['gpt-4o', 'gpt-4o-mini', 'claude-sonnet-4-5', 'gemini-2.5-pro']
  let browser: Browser
  test.beforeAll(async ({ browser: launched }) => {
    browser = launched
    await server.addChannel('http://127.0.0.1:9', { name: 'first', models: models.join() })
    await setOptions(server, { ModelRatio: JSON.stringify(Object.fromEntries(models.map((model) => [model, 1]))) })
  })

  test('a phone says that models are out of sight, until they are not', async () => {
    const here = await visit(browser, { url: server.url, device: 'phone' })
    const { page } = here
    await page.goto(`/pricing?compare=${models.join()}&beside=true`)
    const sheet = page.getByRole('dialog')
    const hint = sheet.getByText('4 models: scroll sideways')
    await hint.waitFor()
    expect(await findFaults(here, 'compare-sheet')).toEqual([])
    await sheet.locator('table').evaluate((table) => {
      const box = table.parentElement
      if (box) box.scrollLeft = box.scrollWidth
    })
    await expect(hint).toBeHidden()
    await here.close()
  })

  test('the list of prices stands where its placeholder stood', async () => {
    const here = await visit(browser, { url: server.url })
    const { page } = here
    await page.addInitScript(`globalThis.layoutShift = 0
      new PerformanceObserver((list) => { for (const { value } of list.getEntries()) layoutShift += value })
        .observe({ type: 'layout-shift', buffered: true })`)
    const placeholder = page.locator('main').getByRole('status', { name: 'Loading' })
    await page.route('**/api/pricing', async (route) => {
      await placeholder.waitFor()
      await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))')
      await route.continue()
    })
    await page.goto('/pricing')
    await page.locator('main tbody th').first().waitFor()
    await waitUntilSettled(page)
    await expect.poll(() => page.evaluate<number>('layoutShift')).toBeLessThan(0.02)
    await here.close()
  })
})
