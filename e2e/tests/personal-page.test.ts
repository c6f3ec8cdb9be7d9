import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Locator, Page } from '@playwright/test'
import type { SessionItem } from '@sluice/contract/session'
import type { User, UserSettingView, UserSettingWrite } from '@sluice/contract/user'
import { Secret, TOTP } from 'otpauth'
import { findCode, readMailText } from '../../server/src/admin/registration/test-mail.ts'
import {
  openOidcServer,
  startOidcProvider,
  type TestOidcProvider,
} from '../../server/src/identity/oauth/test-oidc-provider.ts'
import { startTestMailServer, type TestMailServer } from '../../server/src/notify/test-mail-server.ts'
import { password } from '../../server/test/accounts.ts'
import { login, send } from '../../server/test/api-client.ts'
import { startTestServer, type TestServer } from '../../server/test/test-server.ts'
import { type Visit, visit } from '../harness/browser.ts'
import { faultsOf, logIn, openConsole } from '../harness/console-visit.ts'
import type { Language, Look } from '../harness/looks.ts'
import { expect, test } from '../harness/test.ts'

const folder = process.env.SHOTS
const fresh = 'another secret 2'

const words = {
  en: {
    ...{ change: 'Change password', wrong: 'The original password is wrong', twice: 'do not match' },
    ...{ original: 'Please enter the original password', same: 'must not be the same' },
    ...{ current: 'Please enter your current password', passwordWrong: 'The password is wrong' },
    ...{ unbindEmail: 'Unbind Email' },
    ...{ bind: 'Bind Email', getCode: 'Get code', submitBind: 'Bind', address: 'Please enter your email' },
    ...{
      save: 'Save settings',
      https: 'must begin with https://',
      nothing: 'No changes to save',
    },
    ...{
      privateAddress: 'the address is not a public one',
      test: 'Send a test',
      tested: 'Test notification sent',
    },
    ...{ addApp: 'Set up an authenticator app', next: 'Next', turnOn: 'Turn on', done: 'Done' },
    ...{ addKey: 'Add a passkey', go: 'Continue', usePasskey: 'Use a passkey', rename: 'Rename my laptop' },
    ...{
      remove: 'Remove my desk',
      end: /^End session/,
      confirmEnd: 'End',
      endOthers: 'End all other sessions',
    },
    ...{ transfer: 'Transfer', minimum: 'The minimum transfer is $1.00' },
    ...{ deleteAccount: 'Delete account', forGood: 'Delete permanently', name: 'enter your account name' },
    ...{ newToken: 'Create token', create: 'Create', role: 'User', saveDialog: 'Save' },
    ...{
      confirmProof: 'Confirm',
      editProfile: 'Edit profile',
      keep: 'Keep editing',
      discard: 'Discard changes',
    },
    ...{ setPassword: 'Set a password', onlyWay: 'This is the only way into the account' },
    ...{ oidc: 'Single sign-on (OIDC)', unbind: 'Unbind', bindTo: 'Bind ' },
    ...{ signInOidc: 'Continue with single sign-on' },
  },
  zh: {
    ...{ change: '修改密码', wrong: '原密码错误', twice: '两次输入的密码不一致' },
    ...{ original: '请输入原密码', same: '不能与原密码相同' },
    ...{ current: '请输入当前密码', passwordWrong: '密码错误', unbindEmail: '解绑 邮箱' },
    ...{ bind: '绑定 邮箱', getCode: '获取验证码', submitBind: '绑定', address: '请输入邮箱' },
    ...{ save: '保存设置', https: '必须以 https:// 开头', nothing: '似乎没有修改任何设置' },
    ...{ privateAddress: '该地址不是公网地址', test: '发送测试通知', tested: '测试通知已发送' },
    ...{ addApp: '启用身份验证器', next: '下一步', turnOn: '启用', done: '完成' },
    ...{ addKey: '添加通行密钥', go: '继续', usePasskey: '使用通行密钥', rename: '重命名 my laptop' },
    ...{ remove: '移除 my desk', end: /^结束登录：/, confirmEnd: '结束登录', endOthers: '结束其他所有登录' },
    ...{ transfer: '划转到余额', minimum: '最低可划转额度为 $1.00' },
    ...{ deleteAccount: '注销账户', forGood: '永久注销', name: '请输入你的账户名' },
    ...{ newToken: '生成令牌', create: '生成', role: '普通用户', saveDialog: '保存' },
    ...{ confirmProof: '确认', editProfile: '编辑资料', keep: '继续编辑', discard: '放弃修改' },
    ...{ setPassword: '设置密码', onlyWay: '这是登录该账户的唯一方式' },
    ...{ oidc: '单点登录（OIDC）', unbind: '解绑', bindTo: '绑定 ' },
    ...{ signInOidc: '使用单点登录继续' },
  },
} satisfies Record<Language, Record<string, string | RegExp>>

test.describe('personal settings, in a browser', () => {
  let server: TestServer
  let mail: TestMailServer
  let oidc: TestOidcProvider
  let browser: Browser
  /** Passkeys belong to a domain, not to an IP address. */
  let site: string
  test.beforeAll(async ({ browser: launched }) => {
    browser = launched
    mail = await startTestMailServer()
    const door = await openOidcServer()
    server = await startTestServer('SQLite', { SMTP_TLS: 'off', OUTBOUND_ALLOW: `127.0.0.1:${door.port}` })
    site = server.url.replace('127.0.0.1', 'localhost')
    oidc = await startOidcProvider(`${site}/oauth/oidc`, door)
    const options = {
      ...{ ServerAddress: site, EmailDomainRestrictionEnabled: 'false', QuotaForInviter: '600000' },
      ...{ SMTPServer: '127.0.0.1', SMTPPort: String(mail.port), SMTPAccount: 'gate@example.com' },
      ...{ GitHubClientId: 'gh', GitHubClientSecret: 'x', GitHubOAuthEnabled: 'true' },
      ...{ 'oidc.client_id': oidc.clientId, 'oidc.client_secret': oidc.clientSecret },
      ...{ 'oidc.well_known': oidc.wellKnown, 'oidc.enabled': 'true' },
    }
    for (const [key, value] of Object.entries(options)) await server.api('root').put('/api/option/', { key, value })
    const models = Array.from({ length: 14 }, (_, index) => `gpt-4o-mini-${index}`).join(',')
    await server.addChannel('http://127.0.0.1:9', { models })
  })
  test.afterAll(async () => {
    await server?.stop()
    await oidc?.stop()
    await mail?.close()
  })

  const newUser = async (username: string) => {
    await server.api('root').post('/api/user/', { username, password, display_name: 'Ada Lovelace' })
    return await login(server.url, username, password)
  }

  async function open(username: string, look: Look): Promise<Visit> {
    const here = await openConsole(browser, { url: site, username, path: '/personal', ...look })
    await here.page.locator('#access').waitFor()
    return here
  }
  /** Looks at the page as it is now. */
  const look = async (here: Visit, name: string) => expect(await faultsOf(here, name)).toEqual([])
  const button = (page: Page | Locator, name: string | RegExp) =>
    page.getByRole('button', { name, ...(typeof name === 'string' && { exact: true }) })
  const inDialog = (page: Page) => page.locator('[role=dialog]')
  const says = (page: Page | Locator, text: string) => page.getByText(text).first().waitFor()
  /** The confirmation of a dangerous action. */
  const agree = (page: Page) => page.locator('.ant-modal-confirm-btns button').last().click()

  // The behaviour is the same in both looks: every second test is in Chinese, on a phone, in the dark theme.
  const english = { language: 'en', t: words.en, own: { language: 'en' } } as const
  const chinese = {
    ...{ language: 'zh', t: words.zh },
    own: { language: 'zh', device: 'phone', theme: 'dark' },
  } as const

  test('the page has no errors, accessibility violations or horizontal scrolling', async () => {
    await newUser('look')
    for (const { t, own } of [english, chinese]) {
      const here = await open('look', own)
      await here.page.locator('#sessions li').first().waitFor()
      await look(here, 'personal')
      if (folder) {
        mkdirSync(folder, { recursive: true })
        const path = join(folder, `personal-whole-${own.language}.png`)
        await here.page.screenshot({ path, fullPage: true })
      }
      await expect(here.page.locator('main')).toContainText(t.role)
      await here.close()
    }
  })

  test('a password is changed, and other devices are logged out', async () => {
    const { language, t, own } = english
    const username = `pw-${language}`
    const other = await newUser(username)
    const here = await open(username, own)
    const { page } = here
    await button(page, t.change).click()
    const submit = button(inDialog(page), t.change)
    await submit.click()
    await says(inDialog(page), t.original)
    await page.locator('#change-password_original_password').fill('wrong password')
    await page.locator('#change-password_password').fill('wrong password')
    await page.locator('#change-password_password2').fill('something else')
    await submit.click()
    await says(inDialog(page), t.same)
    await says(inDialog(page), t.twice)
    await look(here, 'password-complaints')
    await page.locator('#change-password_password').fill(fresh)
    await page.locator('#change-password_password2').fill(fresh)
    await submit.click()
    await says(inDialog(page), t.wrong)
    await page.locator('#change-password_original_password').fill(password)
    await submit.click()
    await inDialog(page).waitFor({ state: 'detached' })
    expect((await other.request('GET', '/api/user/self')).status).toBe(401)
    expect((await login(server.url, username, fresh)).user.username).toBe(username)
    await here.close()
  })

  test('an address is bound by a code, and a test notification arrives there', async () => {
    const { language, t, own } = chinese
    const username = `mail-${language}`
    const api = await newUser(username)
    const here = await open(username, own)
    const { page } = here
    await button(page, t.bind).click()
    const dialog = inDialog(page)
    await button(dialog, t.getCode).click()
    await says(dialog, t.address)
    await page.locator('#bind-email_email').fill(`${username}@example.com`)
    const before = mail.received.length
    await button(dialog, t.getCode).click()
    await mail.until(before + 1)
    await dialog.locator('button[disabled]').waitFor()
    await look(here, 'bind-email')
    await page.locator('#bind-email_code').fill(findCode(mail.received.at(-1)))
    await button(dialog, t.submitBind).click()
    await says(dialog, t.current)
    await page.locator('#bind-email_password').fill('wrong password')
    await button(dialog, t.submitBind).click()
    await says(dialog, t.passwordWrong)
    await look(here, 'bind-email-refused')
    await page.locator('#bind-email_password').fill(password)
    await button(dialog, t.submitBind).click()
    await dialog.waitFor({ state: 'detached' })
    await says(page.locator('#profile'), `${username}@example.com`)
    expect((await api.get<User>('/api/user/self')).email).toBe(`${username}@example.com`)
    await button(page, t.test).click()
    await says(page, t.tested)
    await mail.until(before + 2)
    const notice = mail.received.at(-1)
    expect(notice?.to).toEqual([`${username}@example.com`])
    expect(notice && readMailText(notice)).not.toBe('')

    await button(page, t.unbindEmail).click()
    await page.locator('#unbind-email_password').fill('wrong password')
    await button(dialog, t.unbind).click()
    await says(dialog, t.passwordWrong)
    expect((await api.get<User>('/api/user/self')).email).not.toBe('')
    await look(here, 'unbind-email')
    await page.locator('#unbind-email_password').fill(password)
    await button(dialog, t.unbind).click()
    await button(page, t.bind).waitFor()
    expect((await api.get<User>('/api/user/self')).email).toBe('')
    // The former address is notified of the change.
    await mail.until(before + 3)
    await here.close()
  })

  test('only changed settings are sent', async () => {
    const { language, t, own } = english
    const username = `hook-${language}`
    const api = await newUser(username)
    const here = await open(username, own)
    const { page } = here
    const sent: UserSettingWrite[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/api/user/setting')) sent.push(request.postDataJSON() as UserSettingWrite)
    })
    const save = button(page, t.save)
    await save.click()
    await says(page, t.nothing)
    await page.locator('#setting_notify_type label').last().click()
    await page.locator('#setting_webhook_url').fill('http://hooks.example.com/x')
    await save.click()
    await says(page.locator('#notifications'), t.https)
    await page.locator('#setting_webhook_url').fill('https://127.0.0.1/x')
    await save.click()
    await says(page.locator('#notifications'), t.privateAddress)
    await look(here, 'webhook')
    await page.locator('#setting_webhook_url').fill('https://hooks.example.com/x')
    await page.locator('#setting_webhook_secret').fill('s3cret')
    await button(page.locator('#notifications'), '$2.00').click()
    const answered = page.waitForResponse((response) => response.url().endsWith('/api/user/setting'))
    await save.click()
    await answered
    expect(sent.at(-1)).toEqual({
      notify_type: 'webhook',
      webhook_url: 'https://hooks.example.com/x',
      webhook_secret: 's3cret',
      quota_warning_threshold: 1_000_000,
    })
    await page.locator('#setting_dropsSecret').waitFor()
    await page.locator('#notifications [role=tab]').last().click()
    await page.locator('#setting_accept_unset_model_ratio_model').click()
    const answeredAgain = page.waitForResponse((response) => response.url().endsWith('/api/user/setting'))
    await save.click()
    await answeredAgain
    expect(sent.at(-1)).toEqual({ accept_unset_model_ratio_model: true })
    const stored = JSON.parse((await api.get<User>('/api/user/self')).setting) as UserSettingView
    expect(stored).toMatchObject({
      webhook_url: 'https://hooks.example.com/x',
      webhook_secret_set: true,
      accept_unset_model_ratio_model: true,
    })
    await here.close()
  })

  test('unsaved input is lost only after a confirmation', async () => {
    const username = `typed-${english.language}`
    await newUser(username)
    const here = await open(username, english.own)
    const { page } = here
    await button(page, english.t.editProfile).click()
    await page.locator('#profile_display_name').fill('Somebody else')
    await page.keyboard.press('Escape')
    const question = page.locator('.ant-modal-confirm')
    await button(question, english.t.keep).click()
    await question.waitFor({ state: 'detached' })
    await expect(page.locator('#profile_display_name')).toHaveValue('Somebody else')
    await page.keyboard.press('Escape')
    await button(question, english.t.discard).click()
    await page.locator('#profile_display_name').waitFor({ state: 'detached' })
    // A dialog without input closes at once.
    await button(page, english.t.editProfile).click()
    await page.locator('#profile_display_name').waitFor()
    await page.keyboard.press('Escape')
    await page.locator('#profile_display_name').waitFor({ state: 'detached' })

    await page.locator('#setting_notification_email').fill('other@example.com')
    await page.locator('a[href="/log"]').first().click()
    await button(question, english.t.keep).click()
    await question.waitFor({ state: 'detached' })
    await expect(page.locator('#setting_notification_email')).toHaveValue('other@example.com')
    await page.locator('a[href="/log"]').first().click()
    await button(question, english.t.discard).click()
    await page.waitForURL('**/log')
    await here.close()
  })

  test('the only login method cannot be unbound; with a password it can, and is bound again', async () => {
    const { language, t, own } = chinese
    const email = `oidc-${language}@example.com`
    oidc.account = { sub: `sub-${language}`, name: 'Grace', email, emailVerified: true }
    const here = await visit(browser, { url: site, ...own })
    const { page } = here
    await page.goto('/login')
    await page.getByRole('button', { name: t.signInOidc }).click()
    await page.waitForURL('**/token')
    await page.goto('/personal')
    const unbind = button(page.locator('#accounts'), `${t.unbind} ${t.oidc}`)
    await unbind.click()
    await agree(page)
    await says(page, t.onlyWay)
    await button(page, t.setPassword).click()
    await page.locator('#change-password_password').fill(fresh)
    await page.locator('#change-password_password2').fill(fresh)
    await button(inDialog(page), t.setPassword).click()
    await inDialog(page).waitFor({ state: 'detached' })
    await button(page, t.change).waitFor()
    await unbind.click()
    await agree(page)
    await unbind.waitFor({ state: 'detached' })
    await button(page.locator('#accounts'), `${t.bindTo}${t.oidc}`).click()
    await page.waitForURL('**/personal')
    await unbind.waitFor()
    await unbind.scrollIntoViewIfNeeded()
    await look(here, 'bound')
    await here.close()
  })

  test('an authenticator is set up and required at the next login', async () => {
    const { language, t, own } = english
    const username = `app-${language}`
    await newUser(username)
    const here = await open(username, own)
    const { page } = here
    await button(page, t.addApp).click()
    await page.locator('#authenticator-password_password').fill(password)
    await button(inDialog(page), t.next).click()
    await page.locator('#authenticator-code_code').waitFor()
    await look(here, 'authenticator')
    // biome-ignore lint/plugin: the dialog is there with its secret, which does not change.
    const secret = ((await inDialog(page).locator('[class*=secretText]').textContent()) ?? '').replace(/ /g, '')
    const codeAt = (ms: number) =>
      new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + ms })
    await page.locator('#authenticator-code_code').fill('000000')
    await button(inDialog(page), t.turnOn).click()
    await page.locator('#authenticator-code .ant-form-item-explain-error').waitFor()
    await page.locator('#authenticator-code_code').fill(codeAt(0))
    await button(inDialog(page), t.turnOn).click()
    await inDialog(page).locator('ul li').first().waitFor()
    await inDialog(page).locator('ul li').nth(7).waitFor()
    await look(here, 'recovery-codes')
    await expect(button(inDialog(page), t.done)).toBeDisabled()
    await inDialog(page).locator('input[type=checkbox]').check()
    await button(inDialog(page), t.done).click()
    await inDialog(page).waitFor({ state: 'detached' })

    const again = await visit(browser, { url: site, ...own })
    await again.page.goto('/login')
    await logIn(again.page, username)
    await again.page.locator('#code').pressSequentially(codeAt(30_000))
    await again.page.waitForURL('**/token')
    await again.close()
    await here.close()
  })

  test('a passkey is added, signs in, is renamed and removed', async () => {
    const { language, t, own } = chinese
    const username = `key-${language}`
    await newUser(username)
    const here = await open(username, own)
    const { page, context } = here
    const devtools = await context.newCDPSession(page)
    await devtools.send('WebAuthn.enable')
    await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true },
        ...{ hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
      },
    })
    await button(page, t.addKey).click()
    await page.locator('#add-passkey_name').fill('my laptop')
    await look(here, 'add-passkey')
    await page.locator('#add-passkey_password').fill(password)
    await button(inDialog(page), t.go).click()
    await inDialog(page).waitFor({ state: 'detached' })
    await says(page.locator('#security'), 'my laptop')
    await page.evaluate('localStorage.clear()')
    await context.clearCookies()
    await page.goto('/login')
    await page.getByRole('button', { name: t.usePasskey }).click()
    await page.waitForURL('**/token')
    await page.goto('/personal')
    await look(here, 'passkeys')
    await button(page, t.rename).click()
    await page.locator('#rename-passkey_name').fill('my desk')
    await button(inDialog(page), t.saveDialog).click()
    await inDialog(page).waitFor({ state: 'detached' })
    await button(page, t.remove).click()
    await agree(page)
    await button(page, t.remove).waitFor({ state: 'detached' })
    await here.close()
  })

  test('another session is ended, then all others', async () => {
    const { language, t, own } = english
    const username = `dev-${language}`
    const other = await newUser(username)
    const here = await open(username, own)
    const { page } = here
    await button(page, t.end).click()
    await look(here, 'end-session')
    await agree(page)
    await button(page, t.end).waitFor({ state: 'detached' })
    expect((await other.request('GET', '/api/user/self')).status).toBe(401)
    const more = await Promise.all([1, 2].map(() => login(server.url, username, password)))
    await page.reload()
    await button(page, t.endOthers).click()
    await agree(page)
    await button(page, t.endOthers).waitFor({ state: 'detached' })
    expect(await Promise.all(more.map(async (one) => (await one.request('GET', '/api/user/self')).status))).toEqual([
      401, 401,
    ])
    const left = await page.evaluate<{ data: SessionItem[] }>(
      `fetch('/api/user/self/sessions', { headers: { 'New-Api-User': JSON.parse(localStorage.user).id } }).then((answer) => answer.json())`,
    )
    expect(left.data.map(({ current }) => current)).toEqual([true])
    await here.close()
  })

  test('earnings become balance, at least the minimum at a time', async () => {
    const { language, t, own } = chinese
    const username = `aff-${language}`
    const api = await newUser(username)
    const aff_code = await api.get<string>('/api/user/aff')
    const guest = { username: `guest-${language}`, password, aff_code }
    expect((await send(server.url, 'POST', '/api/user/register', { body: guest })).body.success).toBe(true)
    const here = await open(username, own)
    const { page } = here
    await page.locator('#invite-link[value*="aff="]').waitFor()
    await expect(page.locator('#invite-link')).toHaveValue(`${site}/register?aff=${aff_code}`)
    await button(page, t.transfer).click()
    await page.locator('#transfer_quota').fill('0.5')
    await button(inDialog(page), t.transfer).click()
    await says(inDialog(page), t.minimum)
    await look(here, 'transfer')
    await page.locator('#transfer_quota').fill('1.2')
    await button(inDialog(page), t.transfer).click()
    await inDialog(page).waitFor({ state: 'detached' })
    expect(await api.get<User>('/api/user/self')).toMatchObject({ quota: 600_000, aff_quota: 0 })
    await here.close()
  })

  test('a system access token is made, and the account is deleted by typing its name', async () => {
    const { language, t, own } = english
    const username = `gone-${language}`
    const api = await newUser(username)
    const here = await open(username, own)
    const { page } = here
    // Simulates the server's answer to an older login; the dialog and the steps after it are real.
    const refusal = { success: false, message: 'No', code: 'owner_proof_required', request_id: 'r' }
    await page.route('**/api/user/token', (route) => route.fulfill({ json: refusal }), { times: 1 })
    await button(page, t.newToken).click()
    await agree(page)
    await page.locator('#prove-owner-first_password').fill('wrong password')
    await page.keyboard.press('Enter')
    await page.getByText(t.passwordWrong).waitFor()
    // Not covered by the waiting confirmation.
    await button(page, t.confirmProof).click({ trial: true })
    await here.screenshot('owner-proof')
    await page.locator('#prove-owner-first_password').fill(password)
    await page.keyboard.press('Enter')
    await page.locator('#prove-owner-first_password').waitFor({ state: 'detached' })
    await page.locator('[class*=secretText]').waitFor()
    // biome-ignore lint/plugin: the secret is shown, and does not change.
    const token = (await inDialog(page).locator('[class*=secretText]').textContent()) ?? ''
    const headers = { authorization: token, 'new-api-user': String(api.user.id) }
    expect((await send<User>(server.url, 'GET', '/api/user/self', { headers })).body.data.username).toBe(username)
    await look(here, 'access-token')
    await button(inDialog(page), t.done).click()
    await inDialog(page).waitFor({ state: 'detached' })

    await button(page, t.deleteAccount).click()
    await page.locator('#delete-account_name').fill('somebody')
    await button(inDialog(page), t.forGood).click()
    await says(inDialog(page), t.name)
    await look(here, 'delete-account')
    await page.locator('#delete-account_name').fill(username)
    await button(inDialog(page), t.forGood).click()
    await page.waitForURL('**/login')
    await expect.poll(() => page.evaluate('localStorage.user ?? null')).toBeNull()
    expect((await api.request('GET', '/api/user/self')).status).toBe(401)
    await here.close()
  })

  test('a super administrator is warned, and cannot be deleted', async () => {
    const here = await open('root', { language: 'en', device: 'phone' })
    await expect(here.page.locator('main')).toContainText('Super administrator')
    await expect(button(here.page, 'Delete account')).toBeDisabled()
    await look(here, 'root')
    await here.close()
  })

  test("the site's settings lead ordinary users to their own settings", async () => {
    await newUser('plain')
    const here = await open('plain', { language: 'en' })
    await here.page.goto('/setting')
    await here.page.waitForURL('**/personal')
    await here.close()
  })
})
