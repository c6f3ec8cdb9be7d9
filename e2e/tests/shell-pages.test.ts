import type { Browser, Locator, Page } from '@playwright/test'
import { accounts, rootName } from '../../server/test/accounts.ts'
import { startTestServer } from '../../server/test/test-server.ts'
import { visit } from '../harness/browser.ts'
import { logIn, openConsole } from '../harness/console-visit.ts'
import { forTests } from '../harness/for-tests.ts'
import { twoLooks } from '../harness/looks.ts'
import { waitUntilSettled } from '../harness/page-rest.ts'
import { setOptions } from '../harness/site-options.ts'
import { expect, test } from '../harness/test.ts'

const signedOut = ['/login', '/register', '/reset', '/user/reset', '/pricing', '/about', '/', '/chat']
const ordinary = ['/token', '/log', '/detail', '/midjourney', '/task', '/topup', '/personal', '/playground333']
const administrative = ['/channel', '/channel/add', '/redemption', '/user', '/user/edit', '/user/edit/1']

/** In kB as sent, with the texts of the page. */
const scriptLimits = {
  '/login': 122,
  '/register': 125,
  '/reset': 121,
  '/about': 116,
  '/status': 127,
  '/pricing': 138,
}

const texts = {
  en: {
    unreachable: 'The server cannot be reached',
    unavailable: 'The site is not available',
    retry: 'Retry',
  },
  zh: { unreachable: '无法连接服务器', unavailable: '网站暂时无法使用', retry: '重试' },
}

test.describe('the frame around the pages, in a browser', () => {
  const server = forTests(startTestServer)
  let browser: Browser
  test.beforeAll(({ browser: launched }) => {
    browser = launched
  })

  const set = (options: Record<string, string>) => setOptions(server, options)
  const open = (username: string, device: 'desktop' | 'phone' = 'desktop') =>
    openConsole(browser, { url: server.url, username, path: '/token', language: 'en', device })
  /** Opens `path` and expects that the page then has the path `target`. */
  async function expectPath(page: Page, path: string, target: string = path): Promise<void> {
    await page.goto(path)
    // The frame appears once the guards have decided.
    await page.locator('#content').waitFor()
    await expect.poll(() => new URL(page.url()).pathname, path).toBe(target)
  }
  const linksIn = (page: Page, navigation: string): Locator =>
    page.getByRole('navigation', { name: navigation }).getByRole('link')
  const expectStored = (page: Page, key: string, value: string | null) =>
    expect.poll(() => page.evaluate<string | null>(`localStorage.getItem('${key}')`), key).toBe(value)

  test('a visitor reads the public pages and must log in for all others', async () => {
    const { page, close } = await visit(browser, { url: server.url })
    for (const path of signedOut) await expectPath(page, path)
    for (const path of [...ordinary, ...administrative, '/setting', '/chat2link'])
      await expectPath(page, path, '/login')
    await expectPath(page, '/setup', '/')
    await page.goto('/login?expired=true')
    await page.getByText('You are not logged in or your login has expired. Log in again.').waitFor()
    await page.goto('/nowhere')
    await page.getByText('This page does not exist').waitFor()
    await close()
  })

  test('a visitor waits for no more script than each public page may send', async () => {
    for (const [path, limit] of Object.entries(scriptLimits)) {
      const { page, close } = await visit(browser, { url: server.url })
      const sizes: Promise<number>[] = []
      page.on('requestfinished', (request) => {
        if (request.resourceType() === 'script')
          sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize))
      })
      await page.goto(path)
      await waitUntilSettled(page)
      const sent = (await Promise.all(sizes)).reduce((sum, bytes) => sum + bytes, 0) / 1024
      expect(sent, path).toBeGreaterThan(90)
      expect(sent, path).toBeLessThan(limit)
      await close()
    }
  })

  test('a first load without a server is reported and can be repeated; an error of the server has its own text', {
    tag: twoLooks,
  }, async ({ look }) => {
    const { page, close } = await visit(browser, {
      url: server.url,
      ...look,
      expectedErrors: [/Failed to load resource/, /answer 500/, /request failed/, /ApiError/],
    })
    const labels = texts[look.language]
    await page.route('**/api/**', (route) => route.abort('internetdisconnected'))
    await page.goto('/login')
    await expect(page.getByRole('alert')).toContainText(labels.unreachable)
    await page.unroute('**/api/**')
    await page.route('**/api/status', (route) =>
      route.fulfill({ status: 500, json: { success: false, message: '', request_id: 'abc' } }),
    )
    await page.getByRole('button', { name: labels.retry }).click()
    await expect(page.getByRole('alert')).toContainText(labels.unavailable)
    await expect(page.getByRole('alert')).toContainText('abc')
    await page.unroute('**/api/status')
    await page.getByRole('button', { name: labels.retry }).click()
    await page.locator('#username').waitFor()
    await close()
  })

  test('ordinary users reach their pages, administrators reach all', async () => {
    const user = await open(accounts.user.username)
    for (const path of ordinary) await expectPath(user.page, path)
    // There they edit their own account.
    const own = '/user/edit'
    for (const path of administrative) await expectPath(user.page, path, path === own ? own : '/token')
    await expectPath(user.page, '/setting', '/personal')
    await user.close()
    const admin = await open(accounts.admin.username)
    for (const path of [...administrative, '/setting']) await expectPath(admin.page, path)
    await admin.close()
  })

  test('a signed-in visitor skips the login, and continues to the target of a link', async () => {
    const { page, close } = await open(accounts.user.username)
    for (const [path, target] of [
      ['/login', '/token'],
      ['/register', '/token'],
      ['/login?next=%2Flog', '/log'],
      ['/login?next=https%3A%2F%2Felsewhere.example', '/token'],
      ['/login?expired=true', '/login'],
    ] as const)
      await expectPath(page, path, target)
    await close()
  })

  test('the menus depend on the role and on enabled features', async () => {
    await set({ DataExportEnabled: 'true', DrawingEnabled: 'true', TaskEnabled: 'true' })
    const { page, close } = await open(accounts.user.username)
    await page.getByRole('link', { name: 'Task log' }).first().waitFor()
    const own = ['Dashboard', 'API tokens', 'Playground', 'Usage log', 'Drawing log', 'Task log']
    const last = ['Wallet', 'Personal settings']
    const links = linksIn(page, 'Console navigation')
    await expect(links).toHaveText([...own, ...last], { ignoreCase: true })
    await expectStored(page, 'enable_drawing', 'true')
    await set({ DataExportEnabled: 'false', DrawingEnabled: 'false', TaskEnabled: 'false' })
    await page.reload()
    await page.getByRole('link', { name: 'API tokens' }).first().waitFor()
    await page.getByRole('link', { name: 'Task log' }).first().waitFor({ state: 'detached' })
    await expect(links).toHaveText(['API tokens', 'Playground', 'Usage log', ...last], { ignoreCase: true })
    for (const key of ['enable_data_export', 'enable_drawing', 'enable_task']) await expectStored(page, key, 'false')
    await close()
    const admin = await open(accounts.admin.username)
    await admin.page.getByRole('link', { name: 'Channels' }).waitFor()
    for (const name of ['Channels', 'Redemption', 'Users', 'System settings'])
      await expect(linksIn(admin.page, 'Console navigation').filter({ hasText: name })).toHaveCount(1)
    await admin.close()
  })

  test('on a phone the bar shows the whole name of the site, and its links are in a menu', async () => {
    await set({ SystemName: 'Gateway of the River Company', DemoSiteEnabled: 'true' })
    const { page, close } = await open(accounts.admin.username, 'phone')
    const bar = page.getByRole('banner')
    await bar.getByText('Gateway of the River Company').waitFor()
    const countCutElements = () =>
      page.evaluate<number>(`[...document.querySelectorAll('header a, header button')]
        .map((element) => element.getBoundingClientRect())
        .filter(({ width, right, left }) => width > 0 && (right > innerWidth || left < 0)).length`)
    await expect.poll(countCutElements).toBe(0)
    await bar.getByRole('button', { name: 'Main navigation' }).click()
    await page.getByRole('menuitem', { name: 'Pricing' }).click()
    await page.waitForURL('**/pricing')
    await close()
    await set({ DemoSiteEnabled: 'false', SystemName: 'sluice' })
  })

  test('the side menu is 200 or 60 pixels wide, as set, and absent on the home page, in a chat and on a phone', async () => {
    const { page, close } = await open(accounts.user.username)
    const side = page.getByRole('navigation', { name: 'Console navigation' })
    const waitForMenu = async (isCollapsed: boolean) => {
      await page.locator(`nav[data-collapsed=${isCollapsed}]`).waitFor()
      await expect.poll(async () => Math.round((await side.boundingBox())?.width ?? 0)).toBe(isCollapsed ? 60 : 200)
    }
    await waitForMenu(false)
    await expect.poll(async () => (await page.locator('header').first().boundingBox())?.height).toBe(56)
    await page.getByRole('button', { name: 'Collapse sidebar' }).click()
    await waitForMenu(true)
    await expectStored(page, 'default_collapse_sidebar', 'true')
    await page.reload()
    await waitForMenu(true)
    await page.getByRole('button', { name: 'Expand sidebar' }).click()
    await waitForMenu(false)
    for (const path of ['/', '/chat/0']) {
      await expectPath(page, path)
      await expect(page.locator('nav[data-collapsed]')).toHaveCount(0)
    }
    for (const path of ['/about', '/pricing']) {
      await expectPath(page, path)
      await expect(page.locator('nav[data-collapsed]')).toBeVisible()
    }
    await close()
    const phone = await open(accounts.user.username, 'phone')
    await phone.page.locator('#content').waitFor()
    await expect(phone.page.locator('nav[data-collapsed]')).toBeHidden()
    await phone.close()
  })

  test('top bar and footer show how the site is configured', async () => {
    await set({
      'general_setting.docs_link': 'https://docs.example.com/',
      Footer: '<b>Ours</b><script>x</script>',
    })
    const { page, close } = await visit(browser, { url: server.url })
    await page.goto('/about')
    const docs = page.getByRole('link', { name: 'Docs' })
    await docs.waitFor()
    await expect(docs).toHaveAttribute('target', '_blank')
    await expect(linksIn(page, 'Main navigation')).toHaveText(['Home', 'Console', 'Pricing', 'Docs', 'Status', 'About'])
    await page.getByRole('button', { name: 'Register' }).waitFor()
    await page.locator('footer b', { hasText: 'Ours' }).waitFor()
    await expect(page.locator('footer script')).toHaveCount(0)
    await expectStored(page, 'footer_html', '<b>Ours</b><script>x</script>')

    await set({ SelfUseModeEnabled: 'true', 'general_setting.docs_link': '', Footer: '' })
    await page.reload()
    await page.getByText('Self-use mode').first().waitFor()
    await page.getByRole('button', { name: 'Register' }).waitFor({ state: 'detached' })
    await expect(docs).toHaveCount(0)
    await page.getByText('Powered by').waitFor()
    await set({ SelfUseModeEnabled: 'false', DemoSiteEnabled: 'true' })
    await page.reload()
    await page.getByText('Demo site').first().waitFor()
    await set({ DemoSiteEnabled: 'false' })

    await page.getByRole('button', { name: 'Language' }).click()
    await page.getByText('中文').click()
    await page.getByRole('link', { name: '首页' }).waitFor()
    await expectStored(page, 'i18nextLng', 'zh')
    await close()
  })

  test('a footer that another tab has loaded is shown at once, without a layout shift', async () => {
    const { page, context, close } = await visit(browser, { url: server.url })
    await page.goto('/about')
    await page.getByText('Powered by').waitFor()
    await page.evaluate(`globalThis.layoutShift = 0
      new PerformanceObserver((list) => { for (const { value } of list.getEntries()) layoutShift += value })
        .observe({ type: 'layout-shift' })`)
    await set({ Footer: '<i>All rights kept</i>' })
    const other = await context.newPage()
    await other.goto('/about')
    await page.locator('footer i', { hasText: 'All rights kept' }).waitFor()
    // A text that another client of this origin stores under the key is shown too.
    await other.evaluate(`localStorage.setItem('footer_html', '<i>Some rights kept</i>')`)
    await page.locator('footer i', { hasText: 'Some rights kept' }).waitFor()
    await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))')
    await expect.poll(() => page.evaluate<number>('layoutShift')).toBeLessThan(0.001)
    await set({ Footer: '' })
    await close()
  })

  test('a login is stored under the known names, and a logout removes it', async () => {
    const { page, close } = await visit(browser, { url: server.url })
    await page.goto('/login')
    await logIn(page, rootName)
    await page.waitForURL('**/token')
    // A list that is requested while the session ends is refused, and the browser reports that as an error.
    await waitUntilSettled(page)
    await page.getByRole('button', { name: 'Switch to dark' }).click()
    const known = [
      'user',
      'status',
      'theme-mode',
      'i18nextLng',
      'enable_data_export',
      'enable_drawing',
      'enable_task',
      'footer_html',
      'chats',
      'mj_notify_enabled',
    ]
    const keys = () => page.evaluate<string[]>('Object.keys(localStorage)')
    await expect.poll(keys).toEqual(expect.arrayContaining(known))
    await expectStored(page, 'theme-mode', 'dark')
    await page.getByRole('button', { name: /^Account menu/ }).click()
    await page.getByText('Log out', { exact: true }).click()
    await page.waitForURL('**/login')
    await page.getByText('You are logged out').waitFor()
    await expectStored(page, 'user', null)
    await close()
  })
})
