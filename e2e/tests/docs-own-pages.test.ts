import type { Browser } from '@playwright/test'
import { accounts } from '../../server/test/accounts.ts'
import { startTestServer } from '../../server/test/test-server.ts'
import { visit } from '../harness/browser.ts'
import { findFaults, openConsole } from '../harness/console-visit.ts'
import { forTests } from '../harness/for-tests.ts'
import { findButton, waitForMessage } from '../harness/page-parts.ts'
import { waitUntilSettled } from '../harness/page-rest.ts'
import { expect, test } from '../harness/test.ts'

test.describe('the guide for customers and the pages of the operator, in a browser', () => {
  const server = forTests(startTestServer)
  let browser: Browser
  test.beforeAll(({ browser: launched }) => {
    browser = launched
  })
  const script = '<script>document.title = "broken"</script><form><input aria-label="trap"></form>'

  test('a page is added with a preview, read by visitors without its scripts, found, and deleted', async () => {
    const here = await openConsole(browser, {
      url: server.url,
      username: accounts.admin.username,
      path: '/setting?tab=other#docs_pages',
    })
    const { page } = here
    await findButton(page, 'Add a page').click()
    const drawer = page.getByRole('dialog')
    await drawer.getByLabel('Address').fill('limits')
    await findButton(drawer, 'Save').click()
    await drawer.getByText('This is the address of a built-in page').waitFor()
    await drawer.getByText('A page needs a title in one language at least').waitFor()
    await drawer.getByLabel('Address').fill('refund-rules')
    await drawer.getByLabel('Title').first().fill('Refund rules')
    await drawer.getByLabel('Text').first().fill(`## Within 14 days\n\nWrite to the desk.\n\n${script}\n`)
    const blocked = drawer.getByText('Pictures whose address begins with http: are not shown.')
    await drawer.getByLabel('Text').nth(1).fill('![A picture](http://cdn.example/x.png)')
    await blocked.waitFor()
    await drawer.getByLabel('Text').nth(1).fill('')
    await expect(blocked).toHaveCount(0)
    await drawer.getByText('Preview', { exact: true }).first().click()
    await drawer.getByRole('heading', { name: 'Within 14 days' }).waitFor()
    expect(await findFaults(here, 'docs-page-form')).toEqual([])
    await findButton(drawer, 'Save').click()
    await waitForMessage(page, 'Page “Refund rules” saved')
    await page.getByText('/docs/refund-rules').waitFor()
    expect(await findFaults(here, 'docs-pages-card')).toEqual([])

    const visitor = await visit(browser, { url: server.url, expectedErrors: [/404|Failed to load/] })
    await visitor.page.goto('/docs')
    await visitor.page.getByRole('heading', { name: 'Quick start' }).waitFor()
    await visitor.page.getByRole('navigation').getByRole('link', { name: 'Refund rules' }).click()
    await visitor.page.getByRole('heading', { name: 'Within 14 days' }).waitFor()
    await expect(visitor.page).toHaveTitle(/^Refund rules · /)
    await expect(visitor.page.locator('article script, article input')).toHaveCount(0)
    await visitor.page.getByRole('searchbox').fill('desk')
    await visitor.page.getByRole('link', { name: /^Refund rules › Within 14 days/ }).click()
    await visitor.page.waitForURL('**/docs/refund-rules#within-14-days')

    await findButton(page, 'Edit “Refund rules”').click()
    await drawer.getByLabel('Address').fill('refunds')
    await drawer.getByText('/docs/refund-rules leads to the new address once this is saved').waitFor()
    await findButton(drawer, 'Cancel').click()
    await findButton(page.getByRole('dialog').last(), /Discard|Leave/).click()

    await findButton(page, 'Delete “Refund rules”').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await waitForMessage(page, 'Page “Refund rules” deleted')
    const answer = await visitor.page.goto('/docs/refund-rules')
    expect(answer?.status()).toBe(404)
    await visitor.page.getByRole('heading', { name: 'There is no such page' }).waitFor()
    await visitor.close()
    await here.close()
  })

  test('nothing moves on a phone while a chapter loads', async () => {
    const here = await visit(browser, { url: server.url, device: 'phone' })
    await here.page.addInitScript(`globalThis.layoutShift = 0
      new PerformanceObserver((list) => { for (const { value } of list.getEntries()) layoutShift += value })
        .observe({ type: 'layout-shift', buffered: true })`)
    await here.page.goto('/docs')
    await here.page.locator('article pre').first().waitFor()
    await waitUntilSettled(here.page)
    await expect.poll(() => here.page.evaluate<number>('layoutShift')).toBeLessThan(0.02)
    await here.close()
  })

  for (const [theme, device] of [
    ['light', 'desktop'],
    ['dark', 'phone'],
  ] as const)
    test(`the guide is readable in the ${theme} theme on a ${device}`, async () => {
      const language = theme === 'dark' ? 'zh' : 'en'
      const here = await visit(browser, { url: server.url, theme, device, language })
      const { page } = here
      for (const chapter of ['quick-start', 'errors', 'clients']) {
        await page.goto(`/docs/${chapter}`)
        await page.locator('article h2').first().waitFor()
        expect(await findFaults(here, `guide-${chapter}`)).toEqual([])
      }
      await page.getByRole('searchbox').fill('429')
      await page.locator('search li').first().waitFor()
      expect(await findFaults(here, 'guide-search')).toEqual([])
      await here.close()
    })
})
