import type { Browser, Page } from '@playwright/test'
import { startTestServer } from '../../server/test/test-server.ts'
import { findAccessibilityFaults, visit } from '../harness/browser.ts'
import { forTests } from '../harness/for-tests.ts'
import { expect, test } from '../harness/test.ts'

test.describe('the manual at /docs/index.html, in a browser', () => {
  const server = forTests(() => startTestServer('SQLite', { BASE_PATH: '/ai' }))
  let browser: Browser
  test.beforeAll(({ browser: launched }) => {
    browser = launched
  })

  const search = (page: Page) => page.getByRole('combobox', { name: /^Search the documentation/ })

  test('a search by keyboard leads to the page about a task, a program, a status or a setting', async () => {
    const here = await visit(browser, { url: server.url })
    const { page } = here
    await page.goto('/ai/docs/index.html')
    for (const [query, path] of [
      ['backup', /operations\.html#back-up$/],
      ['nginx', /recipes\/behind-a-proxy\.html#/],
      ['429', /(limits|api|clients)\.html#/],
      ['TRUSTED_PROXIES', /configuration\.html#trusted-proxies$/],
      ['升级', /operations\.html#upgrade$/],
    ] as const) {
      await page.keyboard.press('/')
      await expect(search(page)).toBeFocused()
      await search(page).fill(query)
      const found = page.getByRole('option')
      await found.first().waitFor()
      await expect(found.first()).toHaveAttribute('aria-selected', 'true')
      const addresses = await Promise.all((await found.all()).map((link) => link.getAttribute('href')))
      const place = addresses.findIndex((address) => path.test(address ?? ''))
      expect(place).toBeGreaterThanOrEqual(0)
      for (let step = 0; step < place; step++) await page.keyboard.press('ArrowDown')
      await expect(found.nth(place)).toHaveAttribute('aria-selected', 'true')
      await page.keyboard.press('Enter')
      await page.waitForURL(path)
      await expect(page.locator('main :target')).toBeInViewport()
      await expect(page.getByRole('listbox')).toBeHidden()
      await page.locator('main').click({ position: { x: 5, y: 5 } })
    }
    await search(page).fill('qqqqzzzz')
    await expect(page.getByRole('status')).toHaveText(/Nothing found/)
    await page.keyboard.press('Escape')
    await here.close()
  })

  for (const [theme, device] of [
    ['light', 'desktop'],
    ['dark', 'phone'],
  ] as const)
    test(`it is readable in the ${theme} theme on a ${device}, without errors`, async () => {
      const storage = { '/ai:theme-mode': theme }
      const other = theme === 'light' ? 'dark' : 'light'
      // The choice of the console counts, not the system.
      const here = await visit(browser, { url: server.url, theme: other, device, storage })
      const { page } = here
      await page.goto('/ai/docs/operations.html')
      await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
      await expect.poll(() => page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
      expect(await findAccessibilityFaults(page)).toEqual([])
      await here.screenshot('docs-page')
      await search(page).fill('backup')
      await page.getByRole('option').first().waitFor()
      await expect(page.getByRole('listbox')).toBeInViewport({ ratio: 1 })
      expect(await findAccessibilityFaults(page)).toEqual([])
      await here.screenshot('docs-search')
      await page.goto('/ai/docs/configuration.html')
      await here.screenshot('docs-table')
      await page.goto('/ai/docs/index.html')
      await here.screenshot('docs-index')
      await here.close()
    })
})
