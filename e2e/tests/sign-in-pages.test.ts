import type { Browser } from '@playwright/test'
import type { AuthenticatorSecret } from '@sluice/contract/second-factor'
import { Secret, TOTP } from 'otpauth'
import { findCode, findLink } from '../../server/src/admin/registration/test-mail.ts'
import {
  openOidcServer,
  startOidcProvider,
  type TestOidcProvider,
} from '../../server/src/identity/oauth/test-oidc-provider.ts'
import { startTestMailServer, type TestMailServer } from '../../server/src/notify/test-mail-server.ts'
import { accounts, password } from '../../server/test/accounts.ts'
import { startTestServer, type TestServer } from '../../server/test/test-server.ts'
import { type Visit, type VisitOptions, visit } from '../harness/browser.ts'
import { faultsOf, logIn } from '../harness/console-visit.ts'
import { expect, test } from '../harness/test.ts'

test.describe('login methods, in a browser', () => {
  let server: TestServer
  let mail: TestMailServer
  let oidc: TestOidcProvider
  let browser: Browser
  test.beforeAll(async ({ browser: launched }) => {
    browser = launched
    mail = await startTestMailServer()
    const door = await openOidcServer()
    server = await startTestServer('SQLite', {
      SMTP_TLS: 'off',
      OUTBOUND_ALLOW: `127.0.0.1:${door.port}`,
    })
    oidc = await startOidcProvider(`${server.url}/oauth/oidc`, door)
    await setOptions({
      ...{
        ServerAddress: server.url,
        EmailDomainRestrictionEnabled: 'false',
      },
      ...{ SMTPServer: '127.0.0.1', SMTPPort: String(mail.port), SMTPAccount: 'gate@example.com' },
      EmailVerificationEnabled: 'true',
      ...{ 'oidc.client_id': oidc.clientId, 'oidc.client_secret': oidc.clientSecret },
      ...{ 'oidc.well_known': oidc.wellKnown, 'oidc.enabled': 'true' },
      ...{ GitHubClientId: 'gh', GitHubClientSecret: 'x', GitHubOAuthEnabled: 'true' },
    })
  })
  test.afterAll(async () => {
    await server?.stop()
    await oidc?.stop()
    await mail?.close()
  })

  const setOptions = async (options: Record<string, string>) => {
    for (const [key, value] of Object.entries(options)) await server.api('root').put('/api/option/', { key, value })
  }
  const open = (options: Partial<VisitOptions> = {}) => visit(browser, { url: server.url, ...options })

  /** Checks the page in the language of the visit. */
  const look = async (here: Visit, name: string) => expect(await faultsOf(here, name)).toEqual([])

  // The behaviour is the same in both languages; the looks of every page have separate tests.
  const english = { language: 'en', device: 'desktop', theme: 'light' } as const
  const chinese = { language: 'zh', device: 'phone', theme: 'dark' } as const
  const name = 'grace'
  const address = 'grace@example.com'
  const known = 'ada@example.com'

  test('a visitor registers with a code by mail, and reaches the requested page', async () => {
    const here = await open(english)
    const { page } = here
    await page.goto('/register?aff=nobody')
    await page.locator('button[type=submit]').click()
    await page.locator('#username-error').waitFor()
    await look(here, 'register-complaints')
    await page.locator('#username').fill(name)
    await page.locator('#password').fill('12345678')
    await page.locator('#password2').fill('12345679')
    await page.locator('#email').fill(address)
    await page.locator('button[type=submit]').click()
    await page.locator('#password2-error').waitFor()
    await page.locator('#password2').fill('12345678')
    const before = mail.received.length
    await page.locator('#verification_code ~ button').click()
    await mail.until(before + 1)
    await page.locator('#verification_code ~ button[disabled]').waitFor()
    await page.locator('#verification_code').fill(findCode(mail.received.at(-1)))
    await look(here, 'register')
    await page.locator('button[type=submit]').click()
    await page.waitForURL('**/login?name=grace')
    await page.locator('form:not(:has(#password2)) #password:focus').waitFor()
    await expect(page.locator('#username')).toHaveValue(name)
    await page.goto('/log?type=2')
    await page.waitForURL('**/login?next=*')
    await look(here, 'login')
    await logIn(page, address, '12345678')
    await page.waitForURL('**/log?type=2')
    await here.close()
  })

  test('signing in at an OpenID provider creates an account and returns', async () => {
    oidc.account = {
      sub: 'sub-1',
      name: 'Ada',
      email: known,
      emailVerified: true,
    }
    const here = await open(chinese)
    const { page } = here
    await page.goto('/login')
    await page.getByRole('button', { name: '单点登录' }).click()
    await page.waitForURL('**/token')
    await here.close()
  })

  test('a forgotten password is reset by mail', async () => {
    const here = await open(chinese)
    const { page } = here
    await page.goto('/reset')
    await page.locator('#email').fill(known)
    const before = mail.received.length
    await page.locator('button[type=submit]').click()
    await mail.until(before + 1)
    await look(here, 'reset')
    await page.goto(findLink(mail.received.at(-1)).href)
    await expect(page.locator('#email')).toHaveValue(known)
    await look(here, 'reset-link')
    await page.getByRole('button', { name: '为我生成密码' }).click()
    await page.locator('.ant-alert-success').waitFor()
    await look(here, 'reset-done')
    const fresh = (await page.evaluate(
      `[...document.querySelectorAll('span')].map((one) => one.textContent).find((text) => /^\\S{16,}$/.test(text))`,
    )) as string
    await page.goto('/login')
    await logIn(page, known, fresh)
    await page.waitForURL('**/token')
    await here.close()
  })

  test('a forgotten password is replaced on the page of the link', async () => {
    const here = await open({ ...english, theme: 'dark', device: 'phone' })
    const { page } = here
    await page.goto('/reset')
    await page.locator('#email').fill(address)
    const before = mail.received.length
    await page.locator('button[type=submit]').click()
    await mail.until(before + 1)
    await page.getByText('Only the link in the latest email is valid').waitFor()
    await page.goto(findLink(mail.received.at(-1)).href)
    await page.locator('#password').fill('1234567')
    await page.locator('button[type=submit]').click()
    await page.locator('#password-error').waitFor()
    await look(here, 'reset-choose')
    await page.locator('#password').fill('my own word 1')
    await page.locator('#password2').fill('my own word 1')
    await page.locator('button[type=submit]').click()
    await page.waitForURL('**/login?name=*')
    await page.locator('form:not(:has(#password2)) #password:focus').waitFor()
    await expect(page.locator('#username')).toHaveValue(address)
    await logIn(page, address, 'my own word 1')
    await page.waitForURL('**/token')
    await here.close()
  })

  test('with an authenticator the password is only the first step', async () => {
    const user = server.api('user')
    const { username } = accounts.user
    const { secret } = await user.post<AuthenticatorSecret>('/api/user/2fa/authenticator', { password })
    const codeAt = (ms: number) =>
      new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + ms })
    await user.post('/api/user/2fa/authenticator/confirm', { code: codeAt(0) })
    const here = await open(english)
    const { page } = here
    await page.goto('/login')
    await logIn(page, username, password)
    await page.locator('#code').waitFor()
    await look(here, 'second-factor')
    await page.locator('#code').pressSequentially('000000')
    await page.locator('.ant-alert-error').waitFor()
    await page.locator('#code').fill('')
    // The code of the next half minute, as the current one is used.
    await page.locator('#code').pressSequentially(codeAt(30_000))
    await page.waitForURL('**/token')
    await here.close()
  })

  test('a failed sign-in is reported and leads back', async () => {
    const here = await open({ expectedErrors: [/403/] })
    await here.page.goto('/oauth/github?code=x&state=unknown')
    await here.page.waitForURL('**/login?next=*')
    await expect(here.page.locator('.ant-message')).toContainText('Start again')
    await here.close()
  })
})
