import type { Browser } from '@playwright/test'
import type { AuthenticatorSecret } from '@sluice/contract/second-factor'
import { findCode, findLink } from '../../server/src/admin/test-mail.ts'
import {
  openOidcServer,
  startOidcProvider,
  type TestOidcProvider,
} from '../../server/src/identity/oauth/test-oidc-provider.ts'
import { startTestMailServer, type TestMailServer } from '../../server/src/notify/test-mail-server.ts'
import { accounts, password } from '../../server/test/accounts.ts'
import { startTestServer, type TestServer } from '../../server/test/test-server.ts'
import { authenticatorCode } from '../harness/authenticator.ts'
import { type VisitOptions, visit } from '../harness/browser.ts'
import { expectNoFaults, logIn } from '../harness/console-visit.ts'
import { setOptions } from '../harness/site-options.ts'
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
    await setOptions(server, {
      ServerAddress: server.url,
      EmailDomainRestrictionEnabled: 'false',
      SMTPServer: '127.0.0.1',
      SMTPPort: String(mail.port),
      SMTPAccount: 'gate@example.com',
      EmailVerificationEnabled: 'true',
      'oidc.client_id': oidc.clientId,
      'oidc.client_secret': oidc.clientSecret,
      'oidc.well_known': oidc.wellKnown,
      'oidc.enabled': 'true',
      GitHubClientId: 'gh',
      GitHubClientSecret: 'x',
      GitHubOAuthEnabled: 'true',
    })
  })
  test.afterAll(async () => {
    await server?.stop()
    await oidc?.stop()
    await mail?.close()
  })

  const open = (options: Partial<VisitOptions> = {}) => visit(browser, { url: server.url, ...options })

  // The behaviour is the same in both languages; the looks of every page have separate tests.
  const english = { language: 'en', device: 'desktop', theme: 'light' } as const
  const chinese = { language: 'zh', device: 'phone', theme: 'dark' } as const
  const name = 'grace'
  const address = 'grace@example.com'
  const known = 'ada@example.com'

  test('a visitor registers with a code by mail, and reaches the requested page', async () => {
    const here = await open({ ...english, device: 'phone' })
    const { page } = here
    await page.goto('/register?aff=nobody')
    await page.locator('button[type=submit]').click()
    await page.locator('#username-error').waitFor()
    await expectNoFaults(here, 'register-problems')
    await page.locator('#username').fill(name)
    await page.locator('#password').fill('12345678')
    await page.locator('#password2').fill('12345679')
    await page.locator('#email').fill(address)
    await page.locator('button[type=submit]').click()
    await page.locator('#password2-error').waitFor()
    await page.locator('#password2').fill('12345678')
    const before = mail.received.length
    await page.locator(':has(> #verification_code) ~ button').click()
    await mail.until(before + 1)
    await page.locator(':has(> #verification_code) ~ button[disabled]').waitFor()
    await page.locator('#verification_code').fill(findCode(mail.received.at(-1)))
    await expectNoFaults(here, 'register')
    await page.locator('button[type=submit]').click()
    // The login page takes the registration over, and leads to the first key.
    await page.waitForURL('**/token?open=new')
    await page.getByRole('dialog').waitFor()
    await page.evaluate(() => localStorage.removeItem('user'))
    await page.goto('/log?type=2')
    await page.waitForURL('**/login?next=*')
    await page.locator('#username').waitFor()
    await expectNoFaults(here, 'login')
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

  test('a forgotten password is replaced by a generated one, with a link by mail', async () => {
    const here = await open(chinese)
    const { page } = here
    await page.goto('/reset')
    await page.locator('#email').fill(known)
    const before = mail.received.length
    await page.locator('button[type=submit]').click()
    await mail.until(before + 1)
    await expectNoFaults(here, 'reset')
    await page.goto(findLink(mail.received.at(-1)).href)
    await expect(page.locator('#email')).toHaveValue(known)
    await expectNoFaults(here, 'reset-link')
    await page.getByRole('button', { name: '为我生成密码' }).click()
    await page.locator('[role=alert][data-kind=success]').waitFor()
    await expectNoFaults(here, 'reset-done')
    const newPassword = await page.evaluate<string>(
      `[...document.querySelectorAll('span')].map((span) => span.textContent).find((text) => /^\\S{16,}$/.test(text))`,
    )
    await page.goto('/login')
    await logIn(page, known, newPassword)
    await page.waitForURL('**/token')
    await here.close()
  })

  test('a forgotten password is replaced by a chosen one, with a link by mail', async () => {
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
    await expectNoFaults(here, 'reset-choose')
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
    await user.post('/api/user/2fa/authenticator/confirm', { code: authenticatorCode(secret, 0) })
    const here = await open(english)
    const { page } = here
    await page.goto('/login')
    await logIn(page, username, password)
    await page.locator('#code').waitFor()
    await expectNoFaults(here, 'second-factor')
    await page.locator('#code').pressSequentially('000000')
    await page.getByRole('alert').waitFor()
    await page.locator('#code').fill('')
    // The code of the next half minute, as the current one is used.
    await page.locator('#code').pressSequentially(authenticatorCode(secret, 30_000))
    await page.waitForURL('**/token')
    await here.close()
  })

  test('a failed sign-in is reported on the login page', async () => {
    const here = await open({ expectedErrors: [/403/] })
    await here.page.goto('/oauth/github?code=x&state=unknown')
    await here.page.waitForURL('**/login?next=*')
    await expect(here.page.locator('.ant-message')).toContainText('Start again')
    await here.close()
  })
})
