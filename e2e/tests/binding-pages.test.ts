import { createHash, createHmac } from 'node:crypto'
import type { Browser, Page } from '@playwright/test'
import type { AuthenticatorSecret, RecoveryCodes } from '@sluice/contract/second-factor'
import type { User } from '@sluice/contract/user'
import { password, rootName } from '../../server/test/accounts.ts'
import { type ApiClient, login } from '../../server/test/api-client.ts'
import { startTestServer, type TestServer } from '../../server/test/test-server.ts'
import { authenticatorCode } from '../harness/authenticator.ts'
import { type Visit, visit } from '../harness/browser.ts'
import { expectNoFaults, logIn, openConsole } from '../harness/console-visit.ts'
import type { Language } from '../harness/looks.ts'
import { findButton } from '../harness/page-parts.ts'
import { setOptions } from '../harness/site-options.ts'
import { expect, test } from '../harness/test.ts'

const botToken = '110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw'

const words = {
  en: {
    bindWeChat: 'Link WeChat',
    unbindWeChat: 'Unlink WeChat',
    bind: 'Link',
    logIn: 'Log in',
    wechat: 'Continue with WeChat',
    wrongCode: 'The code is wrong or has expired',
    telegramBound: 'Linked: Telegram',
    renew: 'New recovery codes',
    make: 'Generate new codes',
    done: 'Done',
    remove: 'Remove the authenticator app',
    off: 'Remove',
    recovery: 'Use a recovery code',
  },
  zh: {
    bindWeChat: '绑定 微信',
    unbindWeChat: '解绑 微信',
    bind: '绑定',
    logIn: '登录',
    wechat: '使用微信继续',
    wrongCode: '验证码错误或已过期',
    telegramBound: 'Telegram 已绑定',
    renew: '更换恢复码',
    make: '生成恢复码',
    done: '完成',
    remove: '移除身份验证器',
    off: '移除',
    recovery: '改用恢复码',
  },
} satisfies Record<Language, Record<string, string>>

/** The query that Telegram's widget sends for this account, signed by the bot. */
function telegramProof(id: string): string {
  const fields = { auth_date: String(Math.floor(Date.now() / 1000)), first_name: 'Ada', id }
  const line = Object.entries(fields)
    .map(([name, value]) => `${name}=${value}`)
    .join('\n')
  const key = createHash('sha256').update(botToken).digest()
  const hash = createHmac('sha256', key).update(line).digest('hex')
  return new URLSearchParams({ ...fields, hash }).toString()
}

test.describe('external accounts, in a browser', () => {
  let server: TestServer
  let browser: Browser
  /** The operator's server, which exchanges codes of the official account for the ids in `wechatCodes`. */
  let wechat: Bun.Server<unknown>
  const wechatCodes = new Map<string, string>()
  const receivedCodes: string[] = []
  test.beforeAll(async ({ browser: launched }) => {
    browser = launched
    wechat = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch(request) {
        const url = new URL(request.url)
        if (url.pathname === '/qr.svg') {
          const picture = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><path d="M0 0h4v4H0z"/></svg>'
          return new Response(picture, { headers: { 'content-type': 'image/svg+xml' } })
        }
        const code = url.searchParams.get('code') ?? ''
        receivedCodes.push(code)
        if (request.headers.get('authorization') !== 'the token') return new Response('', { status: 401 })
        const subject = wechatCodes.get(code)
        return Response.json(subject ? { success: true, data: subject } : { success: false })
      },
    })
    server = await startTestServer('SQLite', { OUTBOUND_ALLOW: `127.0.0.1:${wechat.port}` })
    const home = `http://127.0.0.1:${wechat.port}`
    const options = {
      ServerAddress: server.url,
      WeChatServerAddress: home,
      WeChatServerToken: 'the token',
      WeChatAccountQRCodeImageURL: `${home}/qr.svg`,
      WeChatAuthEnabled: 'true',
      TelegramBotToken: botToken,
      TelegramBotName: 'sluice_bot',
      TelegramOAuthEnabled: 'true',
    }
    await setOptions(server, options)
  })
  test.afterAll(async () => {
    await server?.stop()
    wechat?.stop(true)
  })

  let telegramId = '1'
  /** Replaces Telegram's script, which cannot be loaded here, by one that links to the given address with a proof. */
  const withWidget = async (here: Visit): Promise<Visit> => {
    await here.context.route('https://telegram.org/js/telegram-widget.js**', (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: `{
          const { authUrl, telegramLogin } = document.currentScript.dataset
          const link = document.createElement('a')
          link.href = authUrl + '?${telegramProof(telegramId)}'
          link.textContent = 'Telegram of ' + telegramLogin
          // The page may have been left meanwhile.
          document.currentScript?.parentElement?.append(link)
        }`,
      }),
    )
    return here
  }
  const newUser = async (username: string): Promise<ApiClient> => {
    await server.api('root').post('/api/user/', { username, password })
    return await login(server.url, username, password)
  }
  async function open(username: string, language: Language): Promise<Visit> {
    const device = language === 'en' ? 'desktop' : 'phone'
    const theme = language === 'en' ? 'light' : 'dark'
    const here = await withWidget(await openConsole(browser, { url: server.url, username, language, device, theme }))
    await here.page.goto('/personal')
    await here.page.locator('#menu').waitFor()
    return here
  }
  /** Removes the session from the browser, and opens the login page. */
  async function forgetLogin({ page, context }: Visit): Promise<void> {
    await page.evaluate("localStorage.removeItem('user')")
    await context.clearCookies()
    await page.goto('/login')
  }
  const readUsername = (page: Page) => page.evaluate<string>('JSON.parse(localStorage.user).username')

  test('WeChat is bound by a code, signs in, and is unbound', async () => {
    const language = 'zh'
    const labels = words[language]
    const username = `wx-${language}`
    const client = await newUser(username)
    const here = await open(username, language)
    const { page } = here
    await findButton(page, labels.bindWeChat).click()
    const dialog = page.getByRole('dialog')
    const qr = dialog.locator('img')
    await qr.waitFor()
    await expect
      .poll(() => page.evaluate<number>("document.querySelector('[role=dialog] img').naturalWidth"))
      .toBeGreaterThan(0)
    const before = receivedCodes.length
    await findButton(dialog, labels.bind).click()
    await page.locator('#bind-wechat_code').fill('   ')
    await findButton(dialog, labels.bind).click()
    await page.locator('#bind-wechat_code').fill('wrong1')
    await findButton(dialog, labels.bind).click()
    await dialog.getByText(labels.wrongCode).waitFor()
    // Empty codes caused no request.
    expect(receivedCodes.slice(before)).toEqual(['wrong1'])
    await expectNoFaults(here, 'wechat-bind')
    wechatCodes.set(`bind-${language}`, `open-id-${language}`)
    await page.locator('#bind-wechat_code').fill(`bind-${language}`)
    await findButton(dialog, labels.bind).click()
    await findButton(page, labels.unbindWeChat).waitFor()
    expect((await client.get<User>('/api/user/self')).wechat_id).toBe(`open-id-${language}`)

    await forgetLogin(here)
    await page.getByRole('button', { name: labels.wechat }).click()
    await dialog.locator('img').waitFor()
    await findButton(dialog, labels.logIn).click()
    wechatCodes.set(`login-${language}`, `open-id-${language}`)
    await page.locator('#wechat-code').fill(`login-${language}`)
    await expectNoFaults(here, 'wechat-login')
    await findButton(dialog, labels.logIn).click()
    await page.waitForURL(`${server.url}/`)
    await expect.poll(() => readUsername(page)).toBe(username)

    await page.goto('/personal')
    await findButton(page, labels.unbindWeChat).click()
    await page.locator('.ant-modal-confirm-btns button').last().click()
    await findButton(page, labels.bindWeChat).waitFor()
    expect((await client.get<User>('/api/user/self')).wechat_id).toBe('')
    await here.close()
  })

  test('Telegram is bound by its widget, and signs in', async () => {
    const language = 'en'
    const labels = words[language]
    const username = `tg-${language}`
    const id = '4711'
    const client = await newUser(username)
    const here = await open(username, language)
    const { page } = here
    telegramId = id
    await page.reload()
    const widget = page.getByRole('link', { name: 'Telegram of sluice_bot' })
    await widget.click()
    await page.waitForURL('**/personal')
    await expect(findButton(page, labels.telegramBound)).toBeDisabled()
    expect((await client.get<User>('/api/user/self')).telegram_id).toBe(id)
    await expectNoFaults(here, 'telegram-bound')
    // A proof is valid once, and the proofs of one second are equal.
    const bound = Math.floor(Date.now() / 1000)
    await forgetLogin(here)
    while (Math.floor(Date.now() / 1000) === bound) await page.reload()
    await page.reload()
    await widget.click()
    await page.waitForURL(`${server.url}/`)
    await expect.poll(() => readUsername(page)).toBe(username)
    await here.close()
  })

  test('new recovery codes replace the old ones, and one turns the authenticator off', async () => {
    const language = 'zh'
    const labels = words[language]
    const username = `rec-${language}`
    const client = await newUser(username)
    const { secret } = await client.post<AuthenticatorSecret>('/api/user/2fa/authenticator', { password })
    const confirm = '/api/user/2fa/authenticator/confirm'
    const first = await client.post<RecoveryCodes>(confirm, { code: authenticatorCode(secret, 0) })
    const here = await withWidget(await visit(browser, { url: server.url, language }))
    const { page } = here
    await page.goto('/login')
    await logIn(page, username)
    await findButton(page, labels.recovery).click()
    await page.locator('#code').fill(first.recovery_codes[0] ?? '')
    await page.locator('button[type=submit]').click()
    await page.waitForURL('**/token')
    await page.goto('/personal?tab=security')
    await findButton(page, labels.renew).click()
    await page.locator('#renew-codes_code').fill(authenticatorCode(secret, 30_000))
    await findButton(page.getByRole('dialog'), labels.make).click()
    const items = page.getByRole('dialog').locator('ul li')
    await items.nth(9).waitFor()
    // biome-ignore lint/plugin: ten codes are there, and codes do not change.
    const fresh = (await items.allTextContents()).map((code) => code.trim())
    await page.getByRole('dialog').locator('input[type=checkbox]').check()
    await findButton(page.getByRole('dialog'), labels.done).click()
    await findButton(page, labels.remove).click()
    await page.locator('#remove-authenticator_code').fill(first.recovery_codes[1] ?? '')
    await findButton(page.getByRole('dialog'), labels.off).click()
    await page.locator('#remove-authenticator .ant-form-item-explain-error').waitFor()
    await page.locator('#remove-authenticator_code').fill(fresh[0] ?? '')
    await findButton(page.getByRole('dialog'), labels.off).click()
    await findButton(page, labels.renew).waitFor({ state: 'detached' })
    expect((await login(server.url, username, password)).user.username).toBe(username)
    await here.close()
  })

  test('links to a card, an option and a drawer survive the login', async () => {
    const { id } = server.api('user').user
    const here = await withWidget(await visit(browser, { url: server.url, language: 'en' }))
    const { page } = here
    const expectInView = (selector: string) => expect(page.locator(selector).first()).toBeInViewport()
    await page.goto('/setting?tab=system#card-smtp')
    await page.waitForURL('**/login?next=*')
    await logIn(page, rootName)
    await page.waitForURL('**/setting?tab=system#card-smtp')
    await expectInView('[data-option=SMTPServer]')
    for (const [address, target] of [
      ['/setting#option-TelegramBotName', '[data-option=TelegramBotName]'],
      [`/user/edit/${id}`, '[role=dialog] input'],
    ] as const) {
      await forgetLogin(here)
      await page.goto(address)
      await page.waitForURL('**/login?next=*')
      await logIn(page, rootName)
      await expectInView(target)
    }
    // Links in the audit trail lead to the same places.
    await page.goto('/audit?object_type=option')
    await page.locator('a[href*="#option-TelegramBotName"]').first().click()
    await expectInView('[data-option=TelegramBotName]')
    await here.close()
  })
})
