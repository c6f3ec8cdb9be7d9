import type { Browser } from '@playwright/test'
import { startTestServer, type TestRole } from '../../server/test/test-server.ts'
import { findAccessibilityFaults, visit } from '../harness/browser.ts'
import { rememberUser } from '../harness/console-visit.ts'
import { forTests } from '../harness/for-tests.ts'
import { expect, test } from '../harness/test.ts'

test.describe('the quick navigation, in a browser', () => {
  const server = forTests(startTestServer)
  let browser: Browser
  let channelId: number
  test.beforeAll(async ({ browser: launched }) => {
    browser = launched
    channelId = await server.addChannel('http://127.0.0.1:9', { name: 'Norwegian mirror' })
    await server.makeToken('user', { name: 'norway export' })
  })

  async function open(role: TestRole | null, path: string, expectedErrors: readonly RegExp[] = []) {
    const account = role === null ? null : server.api(role)
    const here = await visit(browser, {
      url: server.url,
      expectedErrors,
      ...(account && { session: account.session }),
    })
    if (account) await rememberUser(here, account.user)
    const { page } = here
    /** Requests to the API: path, query and body. */
    const requests: string[] = []
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url())
      if (pathname.startsWith('/api/')) requests.push(pathname + search + (request.postData() ?? ''))
    })
    await page.goto(path)
    await page.locator('#content').waitFor()
    const box = page.getByRole('combobox', { name: /^Search pages/ })
    const option = (name: string | RegExp) => page.getByRole('option', { name })
    /** Opens the quick navigation with the keyboard, and enters the text. */
    async function search(text: string) {
      await page.keyboard.press('Control+k')
      await box.waitFor()
      // As one event: with separate keys, the number of requests would depend on the speed of the machine.
      await page.keyboard.insertText(text)
    }
    return { ...here, requests, box, option, search }
  }

  test('an administrator reaches a channel, a user and a setting by keyboard', async () => {
    const { page, box, option, search, requests, close } = await open('root', '/token')
    await search('norweg')
    await option(/^Norwegian mirror/).waitFor()
    expect(await findAccessibilityFaults(page)).toEqual([])
    // Enter opens the option that a screen reader announces.
    const selected = option(/Norwegian/).and(page.locator('[aria-selected=true]'))
    await expect(selected).toHaveCount(1)
    // biome-ignore lint/plugin: the option is selected, and has its id for good.
    await expect(box).toHaveAttribute('aria-activedescendant', (await selected.getAttribute('id')) ?? '')
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/channel/edit/${channelId}`)
    await box.waitFor({ state: 'detached' })
    // The text was entered at once, so it is searched once.
    expect(requests.filter((path) => path.startsWith('/api/channel/search'))).toEqual([
      '/api/channel/search{"keyword":"norweg","page":1,"page_size":5}',
    ])

    await page.goto('/token')
    await page.locator('h1').waitFor()
    await search('user')
    await option(/#\d/).first().waitFor()
    await page.keyboard.press('Escape')
    await box.waitFor({ state: 'detached' })
    await expect.poll(() => new URL(page.url()).pathname).toBe('/token')

    // An option is found by its name in the other language and, on its own page, by its key.
    for (const [text, key] of [
      ['公众号二维码', 'WeChatAccountQRCodeImageURL'],
      ['claude.default_max', 'claude_default_max_tokens'],
    ] as const) {
      await search(text)
      await option(/./).first().waitFor()
      await page.keyboard.press('Enter')
      await page.locator(`#option-${key}:focus`).waitFor()
      await page.locator('[data-found]').waitFor()
    }
    await close()
  })

  test('earlier choices come first the next time, for the same account', async () => {
    const { page, option, search, close } = await open('root', '/token')
    await search('norweg')
    await option(/^Norwegian mirror/).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/channel/edit/**')
    await page.goto('/log')
    await page.locator('h1').waitFor()
    await search('')
    const recent = page.getByRole('group', { name: 'Recent' })
    await expect(recent.getByRole('option')).toHaveText([`Norwegian mirror\n#${channelId}`], {
      useInnerText: true,
    })
    await page.keyboard.press('Escape')
    await close()
  })

  test('no request is made for data that the viewer may not see, nor for a key', async () => {
    const user = await open('user', '/token')
    await user.search('nor')
    await user.option('norway export').waitFor()
    await expect(user.page.getByRole('group')).toHaveText(['API tokens\nnorway export'], {
      useInnerText: true,
    })
    await user.page.keyboard.press('Control+a')
    await user.page.keyboard.type('sk-0123456789abcdef')
    await user.page.getByText('is not sent anywhere').waitFor()
    const searched = user.requests.filter((path) => /search|channel|option|\/user\/(?!self)/.test(path))
    expect(searched).toEqual(['/api/token/search{"keyword":"nor","page":1,"page_size":5}'])
    await user.close()

    const visitor = await open(null, '/about')
    await visitor.search('log in')
    await visitor.option('Log in').waitFor()
    await visitor.page.keyboard.press('Enter')
    await visitor.page.waitForURL('**/login')
    expect(visitor.requests.filter((path) => path.includes('/search'))).toEqual([])
    await visitor.close()
  })

  test('actions run in place, and a failed search can be repeated from the list', async () => {
    const { page, option, search, close } = await open('admin', '/about', [/50[03]/])
    await search('dark')
    await option(/dark/i).first().waitFor()
    await page.keyboard.press('Enter')
    await page.locator('html[data-theme=dark]').waitFor()
    await expect.poll(() => new URL(page.url()).pathname).toBe('/about')

    let fails = true
    await page.route('**/api/channel/search*', (route) =>
      fails ? route.fulfill({ status: 503, json: { success: false, message: 'resting' } }) : route.continue(),
    )
    await search('norweg')
    await option(/The search failed.*resting/).waitFor()
    fails = false
    await page.keyboard.press('Enter')
    await option(/^Norwegian mirror/).waitFor()
    await page.keyboard.press('Control+a')
    await page.keyboard.type('add channel')
    await option('Add channel').waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/channel/add')
    await page.goto('/about')
    await page.locator('#content').waitFor()
    await search('log out')
    await option('Log out').waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/login')
    await close()
  })
})
