import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Locator, Page } from '@playwright/test'
import type { SessionItem } from '@sluice/contract/session'
import type { User, UserSettingView, UserSettingWrite } from '@sluice/contract/user'
import { findCode, readMailText } from '../../server/src/admin/test-mail.ts'
import {
  openOidcServer,
  startOidcProvider,
  type TestOidcProvider,
} from '../../server/src/identity/oauth/test-oidc-provider.ts'
import { startTestMailServer, type TestMailServer } from '../../server/src/notify/test-mail-server.ts'
import { password } from '../../server/test/accounts.ts'
import { login, send } from '../../server/test/api-client.ts'
import { startTestServer, type TestServer } from '../../server/test/test-server.ts'
import { authenticatorCode } from '../harness/authenticator.ts'
import { type Visit, visit } from '../harness/browser.ts'
import { expectNoFaults, logIn, openConsole } from '../harness/console-visit.ts'
import type { Language, Look } from '../harness/looks.ts'
import { findButton } from '../harness/page-parts.ts'
import { setOptions } from '../harness/site-options.ts'
import { expect, test } from '../harness/test.ts'

const folder = process.env.SHOTS
const newPassword = 'another secret 2'

const words = {
  en: {
    change: 'Change password',
    wrong: 'The current password is wrong',
    twice: 'do not match',
    original: 'Enter your current password',
    same: 'must differ from the current one',
    current: 'Enter your current password',
    passwordWrong: 'The password is wrong',
    unbindEmail: 'Unlink Email',
    bind: 'Link Email',
    getCode: 'Get code',
    submitBind: 'Link',
    address: 'Enter your email address',
    save: 'Save settings',
    https: 'must begin with https://',
    nothing: 'No changes to save',
    thresholdHint: 'You receive a notification when your balance falls below this value.',
    privateAddress: 'the address is not a public one',
    test: 'Send a test',
    tested: 'Test notification sent',
    addApp: 'Set up an authenticator app',
    next: 'Next',
    turnOn: 'Turn on',
    done: 'Done',
    addKey: 'Add a passkey',
    go: 'Continue',
    usePasskey: 'Use a passkey',
    rename: 'Rename my laptop',
    remove: 'Remove my desk',
    end: /^End session/,
    confirmEnd: 'End',
    endOthers: 'End all other sessions',
    transfer: 'Transfer',
    minimum: 'The minimum transfer is $1.00',
    deleteAccount: 'Delete account',
    forGood: 'Delete permanently',
    name: 'Enter your username to confirm',
    newToken: 'Create token',
    create: 'Create',
    role: 'User',
    saveDialog: 'Save',
    confirmProof: 'Confirm',
    editProfile: 'Edit profile',
    keep: 'Keep editing',
    discard: 'Discard changes',
    setPassword: 'Set a password',
    onlyWay: 'This is the only way into the account',
    oidc: 'Single sign-on (OIDC)',
    unbind: 'Unlink',
    bindTo: 'Link ',
    signInOidc: 'Continue with single sign-on',
  },
  zh: {
    change: '修改密码',
    wrong: '当前密码错误',
    twice: '两次输入的密码不一致',
    original: '请输入当前密码',
    same: '不能与当前密码相同',
    current: '请输入当前密码',
    passwordWrong: '密码错误',
    unbindEmail: '解绑 邮箱',
    bind: '绑定 邮箱',
    getCode: '获取验证码',
    submitBind: '绑定',
    address: '请输入邮箱',
    save: '保存设置',
    https: '必须以 https:// 开头',
    nothing: '没有需要保存的修改',
    privateAddress: '该地址不是公网地址',
    test: '发送测试通知',
    tested: '测试通知已发送',
    addApp: '启用身份验证器',
    next: '下一步',
    turnOn: '启用',
    done: '完成',
    addKey: '添加通行密钥',
    go: '继续',
    usePasskey: '使用通行密钥',
    rename: '重命名 my laptop',
    remove: '移除 my desk',
    end: /^结束登录：/,
    confirmEnd: '结束登录',
    endOthers: '结束其他所有登录',
    transfer: '划转到余额',
    minimum: '最低可划转 $1.00',
    deleteAccount: '注销账户',
    forGood: '永久注销',
    name: '请输入你的用户名',
    newToken: '生成令牌',
    create: '生成',
    role: '普通用户',
    saveDialog: '保存',
    confirmProof: '确认',
    editProfile: '编辑资料',
    keep: '继续编辑',
    discard: '放弃修改',
    setPassword: '设置密码',
    onlyWay: '这是登录该账户的唯一方式',
    oidc: '单点登录（OIDC）',
    unbind: '解绑',
    bindTo: '绑定 ',
    signInOidc: '使用单点登录继续',
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
      ServerAddress: site,
      EmailDomainRestrictionEnabled: 'false',
      QuotaForInviter: '600000',
      SMTPServer: '127.0.0.1',
      SMTPPort: String(mail.port),
      SMTPAccount: 'gate@example.com',
      GitHubClientId: 'gh',
      GitHubClientSecret: 'x',
      GitHubOAuthEnabled: 'true',
      'oidc.client_id': oidc.clientId,
      'oidc.client_secret': oidc.clientSecret,
      'oidc.well_known': oidc.wellKnown,
      'oidc.enabled': 'true',
    }
    await setOptions(server, options)
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

  /** A section of each tab. */
  const sectionOf = { profile: '#menu', security: '#removal', alerts: '#notifications', developer: '#models' } as const
  type Tab = keyof typeof sectionOf

  async function open(username: string, look: Look, tab: Tab = 'profile'): Promise<Visit> {
    const path = tab === 'profile' ? '/personal' : `/personal?tab=${tab}`
    const here = await openConsole(browser, { url: site, username, path, ...look })
    await here.page.locator(sectionOf[tab]).waitFor()
    return here
  }
  async function openTab(page: Page, tab: Tab): Promise<void> {
    await page.locator(`[data-node-key=${tab}]`).click()
    await page.locator(sectionOf[tab]).waitFor()
  }
  const inDialog = (page: Page) => page.locator('[role=dialog]')
  const waitForText = (page: Page | Locator, text: string) => page.getByText(text).first().waitFor()
  /** Confirms a dangerous action. */
  const confirmDanger = (page: Page) => page.locator('.ant-modal-confirm-btns button').last().click()

  // The behaviour is the same in both looks, so that each test runs in one of them.
  const english = { language: 'en', labels: words.en, look: { language: 'en' } } as const
  const chinese = {
    language: 'zh',
    labels: words.zh,
    look: { language: 'zh', device: 'phone', theme: 'dark' },
  } as const

  test('the page has no errors, accessibility violations or horizontal scrolling', async () => {
    await newUser('look')
    for (const { labels, look } of [english, chinese]) {
      const here = await open('look', look)
      for (const tab of ['developer', 'alerts', 'security'] as const) {
        await expectNoFaults(here, `personal-before-${tab}`)
        await openTab(here.page, tab)
      }
      await here.page.locator('#sessions li').first().waitFor()
      await expectNoFaults(here, 'personal')
      await openTab(here.page, 'profile')
      if (folder) {
        mkdirSync(folder, { recursive: true })
        const path = join(folder, `personal-whole-${look.language}.png`)
        await here.page.screenshot({ path, fullPage: true })
      }
      await expect(here.page.locator('main')).toContainText(labels.role)
      await here.close()
    }
  })

  test('a password is changed, and other devices are logged out', async () => {
    const { language, labels, look } = english
    const username = `pw-${language}`
    const other = await newUser(username)
    const here = await open(username, look, 'security')
    const { page } = here
    await findButton(page, labels.change).click()
    const submit = findButton(inDialog(page), labels.change)
    await submit.click()
    await waitForText(inDialog(page), labels.original)
    await page.locator('#change-password_original_password').fill('wrong password')
    await page.locator('#change-password_password').fill('wrong password')
    await page.locator('#change-password_password2').fill('something else')
    await submit.click()
    await waitForText(inDialog(page), labels.same)
    await waitForText(inDialog(page), labels.twice)
    await expectNoFaults(here, 'password-problems')
    await page.locator('#change-password_password').fill(newPassword)
    await page.locator('#change-password_password2').fill(newPassword)
    await submit.click()
    await waitForText(inDialog(page), labels.wrong)
    await page.locator('#change-password_original_password').fill(password)
    await submit.click()
    await inDialog(page).waitFor({ state: 'detached' })
    expect((await other.request('GET', '/api/user/self')).status).toBe(401)
    expect((await login(server.url, username, newPassword)).user.username).toBe(username)
    await here.close()
  })

  test('a mail address is bound by a code, receives a test notification, and is unbound', async () => {
    const { language, labels, look } = chinese
    const username = `mail-${language}`
    const api = await newUser(username)
    const here = await open(username, look)
    const { page } = here
    await findButton(page, labels.bind).click()
    const dialog = inDialog(page)
    await findButton(dialog, labels.getCode).click()
    await waitForText(dialog, labels.address)
    await page.locator('#bind-email_email').fill(`${username}@example.com`)
    const before = mail.received.length
    await findButton(dialog, labels.getCode).click()
    await mail.until(before + 1)
    await dialog.locator('button[disabled]').waitFor()
    await expectNoFaults(here, 'bind-email')
    await page.locator('#bind-email_code').fill(findCode(mail.received.at(-1)))
    await findButton(dialog, labels.submitBind).click()
    await waitForText(dialog, labels.current)
    await page.locator('#bind-email_password').fill('wrong password')
    await findButton(dialog, labels.submitBind).click()
    await waitForText(dialog, labels.passwordWrong)
    await expectNoFaults(here, 'bind-email-refused')
    await page.locator('#bind-email_password').fill(password)
    await findButton(dialog, labels.submitBind).click()
    await dialog.waitFor({ state: 'detached' })
    await waitForText(page.locator('#profile'), `${username}@example.com`)
    expect((await api.get<User>('/api/user/self')).email).toBe(`${username}@example.com`)
    await openTab(page, 'alerts')
    await findButton(page, labels.test).click()
    await waitForText(page, labels.tested)
    await mail.until(before + 2)
    const notice = mail.received.at(-1)
    expect(notice?.to).toEqual([`${username}@example.com`])
    expect(notice && readMailText(notice)).not.toBe('')

    await openTab(page, 'profile')
    await findButton(page, labels.unbindEmail).click()
    await page.locator('#unbind-email_password').fill('wrong password')
    await findButton(dialog, labels.unbind).click()
    await waitForText(dialog, labels.passwordWrong)
    expect((await api.get<User>('/api/user/self')).email).not.toBe('')
    await expectNoFaults(here, 'unbind-email')
    await page.locator('#unbind-email_password').fill(password)
    await findButton(dialog, labels.unbind).click()
    await findButton(page, labels.bind).waitFor()
    expect((await api.get<User>('/api/user/self')).email).toBe('')
    // The former address is notified of the change.
    await mail.until(before + 3)
    await here.close()
  })

  test('only changed settings are sent', async () => {
    const { language, labels, look } = english
    const username = `hook-${language}`
    const api = await newUser(username)
    const here = await open(username, look, 'alerts')
    const { page } = here
    const sent: UserSettingWrite[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/api/user/setting')) sent.push(request.postDataJSON() as UserSettingWrite)
    })
    const save = findButton(page, labels.save)
    const answeredFirst = page.waitForResponse((response) => response.url().endsWith('/api/user/setting'))
    await save.click()
    await answeredFirst
    // The shown threshold was not stored yet.
    expect(sent).toEqual([{ quota_warning_threshold: 500_000 }])
    await page.getByText(labels.thresholdHint).waitFor()
    await save.click()
    await waitForText(page, labels.nothing)
    await page.locator('#setting_notify_type label').last().click()
    await page.locator('#setting_webhook_url').fill('http://hooks.example.com/x')
    await save.click()
    await waitForText(page.locator('#notifications'), labels.https)
    await page.locator('#setting_webhook_url').fill('https://127.0.0.1/x')
    await save.click()
    await waitForText(page.locator('#notifications'), labels.privateAddress)
    await expectNoFaults(here, 'webhook')
    await page.locator('#setting_webhook_url').fill('https://hooks.example.com/x')
    await page.locator('#setting_webhook_secret').fill('s3cret')
    await findButton(page.locator('#notifications'), '$2.00').click()
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
    const here = await open(username, english.look)
    const { page } = here
    await findButton(page, english.labels.editProfile).click()
    await page.locator('#profile_display_name').fill('Somebody else')
    await page.keyboard.press('Escape')
    const question = page.locator('.ant-modal-confirm')
    await findButton(question, english.labels.keep).click()
    await question.waitFor({ state: 'detached' })
    await expect(page.locator('#profile_display_name')).toHaveValue('Somebody else')
    await page.keyboard.press('Escape')
    await findButton(question, english.labels.discard).click()
    await page.locator('#profile_display_name').waitFor({ state: 'detached' })
    // A dialog without input closes at once.
    await findButton(page, english.labels.editProfile).click()
    await page.locator('#profile_display_name').waitFor()
    await page.keyboard.press('Escape')
    await page.locator('#profile_display_name').waitFor({ state: 'detached' })

    await openTab(page, 'alerts')
    await page.locator('#setting_notification_email').fill('other@example.com')
    await page.locator('a[href="/log"]').first().click()
    await findButton(question, english.labels.keep).click()
    await question.waitFor({ state: 'detached' })
    await expect(page.locator('#setting_notification_email')).toHaveValue('other@example.com')
    await page.locator('a[href="/log"]').first().click()
    await findButton(question, english.labels.discard).click()
    await page.waitForURL('**/log')
    await here.close()
  })

  test('the only login method cannot be unbound; beside a password it can, and be bound again', async () => {
    const { language, labels, look } = chinese
    const email = `oidc-${language}@example.com`
    oidc.account = { sub: `sub-${language}`, name: 'Grace', email, emailVerified: true }
    const here = await visit(browser, { url: site, ...look })
    const { page } = here
    await page.goto('/login')
    await page.getByRole('button', { name: labels.signInOidc }).click()
    await page.waitForURL('**/token')
    await page.goto('/personal')
    const unbind = findButton(page.locator('#accounts'), `${labels.unbind} ${labels.oidc}`)
    await unbind.click()
    await confirmDanger(page)
    await waitForText(page, labels.onlyWay)
    await openTab(page, 'security')
    await findButton(page, labels.setPassword).click()
    await page.locator('#change-password_password').fill(newPassword)
    await page.locator('#change-password_password2').fill(newPassword)
    await findButton(inDialog(page), labels.setPassword).click()
    await inDialog(page).waitFor({ state: 'detached' })
    await findButton(page, labels.change).waitFor()
    await openTab(page, 'profile')
    await unbind.click()
    await confirmDanger(page)
    await unbind.waitFor({ state: 'detached' })
    await findButton(page.locator('#accounts'), `${labels.bindTo}${labels.oidc}`).click()
    await page.waitForURL('**/personal')
    await unbind.waitFor()
    await unbind.scrollIntoViewIfNeeded()
    await expectNoFaults(here, 'bound')
    await here.close()
  })

  test('an authenticator is set up and required at the next login', async () => {
    const { language, labels, look } = english
    const username = `app-${language}`
    await newUser(username)
    const here = await open(username, look, 'security')
    const { page } = here
    await findButton(page, labels.addApp).click()
    await page.locator('#authenticator-password_password').fill(password)
    await findButton(inDialog(page), labels.next).click()
    await page.locator('#authenticator-code_code').waitFor()
    await expectNoFaults(here, 'authenticator')
    // biome-ignore lint/plugin: the dialog is there with its secret, which does not change.
    const secret = ((await inDialog(page).locator('[class*=secretText]').textContent()) ?? '').replace(/ /g, '')
    await page.locator('#authenticator-code_code').fill('000000')
    await findButton(inDialog(page), labels.turnOn).click()
    await page.locator('#authenticator-code .ant-form-item-explain-error').waitFor()
    await page.locator('#authenticator-code_code').fill(authenticatorCode(secret, 0))
    await findButton(inDialog(page), labels.turnOn).click()
    await inDialog(page).locator('ul li').first().waitFor()
    await inDialog(page).locator('ul li').nth(7).waitFor()
    await expectNoFaults(here, 'recovery-codes')
    await expect(findButton(inDialog(page), labels.done)).toBeDisabled()
    await inDialog(page).locator('input[type=checkbox]').check()
    await findButton(inDialog(page), labels.done).click()
    await inDialog(page).waitFor({ state: 'detached' })

    const again = await visit(browser, { url: site, ...look })
    await again.page.goto('/login')
    await logIn(again.page, username)
    await again.page.locator('#code').pressSequentially(authenticatorCode(secret, 30_000))
    await again.page.waitForURL('**/token')
    await again.close()
    await here.close()
  })

  test('a passkey is added, signs in, is renamed and removed', async () => {
    const { language, labels, look } = chinese
    const username = `key-${language}`
    await newUser(username)
    const here = await open(username, look, 'security')
    const { page, context } = here
    const devtools = await context.newCDPSession(page)
    await devtools.send('WebAuthn.enable')
    await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
    await findButton(page, labels.addKey).click()
    await page.locator('#add-passkey_name').fill('my laptop')
    await expectNoFaults(here, 'add-passkey')
    await page.locator('#add-passkey_password').fill(password)
    await findButton(inDialog(page), labels.go).click()
    await inDialog(page).waitFor({ state: 'detached' })
    await waitForText(page.locator('#security'), 'my laptop')
    await page.evaluate('localStorage.clear()')
    await context.clearCookies()
    await page.goto('/login')
    await page.getByRole('button', { name: labels.usePasskey }).click()
    await page.waitForURL('**/token')
    await page.goto('/personal?tab=security')
    await expectNoFaults(here, 'passkeys')
    await findButton(page, labels.rename).click()
    await page.locator('#rename-passkey_name').fill('my desk')
    await findButton(inDialog(page), labels.saveDialog).click()
    await inDialog(page).waitFor({ state: 'detached' })
    await findButton(page, labels.remove).click()
    await confirmDanger(page)
    await findButton(page, labels.remove).waitFor({ state: 'detached' })
    await here.close()
  })

  test('another session is ended, then all others', async () => {
    const { language, labels, look } = english
    const username = `dev-${language}`
    const other = await newUser(username)
    const here = await open(username, look, 'security')
    const { page } = here
    await findButton(page, labels.end).click()
    await expectNoFaults(here, 'end-session')
    await confirmDanger(page)
    await findButton(page, labels.end).waitFor({ state: 'detached' })
    expect((await other.request('GET', '/api/user/self')).status).toBe(401)
    const more = await Promise.all([1, 2].map(() => login(server.url, username, password)))
    await page.reload()
    await findButton(page, labels.endOthers).click()
    await confirmDanger(page)
    await findButton(page, labels.endOthers).waitFor({ state: 'detached' })
    expect(
      await Promise.all(more.map(async (client) => (await client.request('GET', '/api/user/self')).status)),
    ).toEqual([401, 401])
    const remaining = await page.evaluate<{ data: SessionItem[] }>(
      `fetch('/api/user/self/sessions', { headers: { 'New-Api-User': JSON.parse(localStorage.user).id } }).then((answer) => answer.json())`,
    )
    expect(remaining.data.map(({ current }) => current)).toEqual([true])
    await here.close()
  })

  test('earnings are transferred to the balance, at least the minimum at a time', async () => {
    const { language, labels, look } = chinese
    const username = `aff-${language}`
    const api = await newUser(username)
    const aff_code = await api.get<string>('/api/user/aff')
    const guest = { username: `guest-${language}`, password, aff_code }
    expect((await send(server.url, 'POST', '/api/user/register', { body: guest })).body.success).toBe(true)
    const here = await open(username, look)
    const { page } = here
    await page.locator('#invite-link[value*="aff="]').waitFor()
    await expect(page.locator('#invite-link')).toHaveValue(`${site}/register?aff=${aff_code}`)
    await findButton(page, labels.transfer).click()
    await page.locator('#transfer_quota').fill('0.5')
    await findButton(inDialog(page), labels.transfer).click()
    await waitForText(inDialog(page), labels.minimum)
    await expectNoFaults(here, 'transfer')
    await page.locator('#transfer_quota').fill('1.2')
    await findButton(inDialog(page), labels.transfer).click()
    await inDialog(page).waitFor({ state: 'detached' })
    expect(await api.get<User>('/api/user/self')).toMatchObject({ quota: 600_000, aff_quota: 0 })
    await here.close()
  })

  test('a system access token is created, and the account is deleted by typing its name', async () => {
    const { language, labels, look } = english
    const username = `gone-${language}`
    const api = await newUser(username)
    const here = await open(username, look, 'developer')
    const { page } = here
    // Simulates the server's answer to an older login; the dialog and the steps after it are real.
    const refusal = { success: false, message: 'No', code: 'owner_proof_required', request_id: 'r' }
    await page.route('**/api/user/token', (route) => route.fulfill({ json: refusal }), { times: 1 })
    await findButton(page, labels.newToken).click()
    await confirmDanger(page)
    await page.locator('#prove-owner-first_password').fill('wrong password')
    await page.keyboard.press('Enter')
    await page.getByText(labels.passwordWrong).waitFor()
    // The confirmation that is still open does not cover the button.
    await findButton(page, labels.confirmProof).click({ trial: true })
    await here.screenshot('owner-proof')
    await page.locator('#prove-owner-first_password').fill(password)
    await page.keyboard.press('Enter')
    await page.locator('#prove-owner-first_password').waitFor({ state: 'detached' })
    await page.locator('[class*=secretText]').waitFor()
    // biome-ignore lint/plugin: the secret is shown, and does not change.
    const token = (await inDialog(page).locator('[class*=secretText]').textContent()) ?? ''
    const headers = { authorization: token, 'new-api-user': String(api.user.id) }
    expect((await send<User>(server.url, 'GET', '/api/user/self', { headers })).body.data.username).toBe(username)
    await expectNoFaults(here, 'access-token')
    await findButton(inDialog(page), labels.done).click()
    await inDialog(page).waitFor({ state: 'detached' })

    await openTab(page, 'security')
    await findButton(page, labels.deleteAccount).click()
    await page.locator('#delete-account_name').fill('somebody')
    await findButton(inDialog(page), labels.forGood).click()
    await waitForText(inDialog(page), labels.name)
    await expectNoFaults(here, 'delete-account')
    await page.locator('#delete-account_name').fill(username)
    await findButton(inDialog(page), labels.forGood).click()
    await page.waitForURL('**/login')
    await expect.poll(() => page.evaluate('localStorage.user ?? null')).toBeNull()
    expect((await api.request('GET', '/api/user/self')).status).toBe(401)
    await here.close()
  })

  test('a super administrator is warned, and cannot be deleted', async () => {
    const here = await open('root', { language: 'en', device: 'phone' })
    await expect(here.page.locator('main')).toContainText('Super administrator')
    await openTab(here.page, 'security')
    await expect(findButton(here.page, 'Delete account')).toBeDisabled()
    await expectNoFaults(here, 'root')
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
