import type { Browser, Locator, Page } from '@playwright/test'
import type { AuditLine } from '@sluice/contract/audit'
import type { PagedList } from '@sluice/contract/envelope'
import type { User } from '@sluice/contract/user'
import { accounts, rootName } from '../../server/test/accounts.ts'
import { startTestServer } from '../../server/test/test-server.ts'
import { findFaults, navigate, openConsole } from '../harness/console-visit.ts'
import { clickAction, confirm, findConfirmation } from '../harness/entry-actions.ts'
import { forTests } from '../harness/for-tests.ts'
import { type Device, type Language, type Look, type Theme, twoLooks } from '../harness/looks.ts'
import { findButton, waitForMessage } from '../harness/page-parts.ts'
import { expect, test } from '../harness/test.ts'

const words = {
  en: {
    add: 'Add user',
    edit: 'Edit',
    disable: 'Ban',
    enable: 'Unban',
    more: 'More actions',
    promote: 'Promote to administrator',
    demote: 'Demote to user',
    deregister: 'Delete',
    reset: 'Reset second factors',
    submit: 'Create',
    save: 'Save',
    query: 'Search',
    username: 'Username',
    displayName: 'Display name',
    password: 'Password',
    group: 'Groups',
    confirmPromote: 'Promote',
    confirmDemote: 'Demote',
    confirmDeregister: 'Delete permanently',
    created: 'User account created',
    updated: 'User info updated',
    noUsername: 'Enter a username',
    noPassword: 'Enter a password',
    shortPassword: 'At least 8 characters',
    taken: 'This username is taken',
    atSign: 'The username must not contain @',
    discard: 'Discard changes',
    close: 'Close',
    addQuota: 'Adjust balance',
    amount: 'Amount to add',
    reason: 'Reason',
    allowDebt: 'Yes, give the account a debt of $1.50',
    putIn: 'Apply to the form',
    admin: 'Administrator',
    active: 'Active',
    banned: 'Banned',
    gone: 'Deleted',
    quotaLine: 'Adjusted a user’s balance',
    noLine: 'No entry matches',
    noUser: 'No user matches',
    tooHigh: 'You have no right',
    perMinute: 'Requests per minute',
  },
  zh: {
    add: '添加用户',
    edit: '编辑',
    disable: '封禁',
    enable: '解封',
    more: '更多操作',
    promote: '提升为管理员',
    demote: '降为普通用户',
    deregister: '注销',
    reset: '重置二次验证',
    submit: '创建',
    save: '保存',
    query: '查询',
    username: '用户名',
    displayName: '显示名称',
    password: '密码',
    group: '分组',
    confirmPromote: '提升',
    confirmDemote: '降级',
    confirmDeregister: '永久注销',
    created: '用户账户已创建',
    updated: '用户信息已更新',
    noUsername: '请输入用户名',
    noPassword: '请输入密码',
    shortPassword: '至少 8 个字符',
    taken: '该用户名已被使用',
    atSign: '用户名不能包含 @',
    discard: '放弃修改',
    close: '关闭',
    addQuota: '调整余额',
    amount: '增加的额度',
    reason: '原因',
    allowDebt: '确认让该账户欠费 $1.50',
    putIn: '填入表单',
    admin: '管理员',
    active: '正常',
    banned: '已封禁',
    gone: '已注销',
    quotaLine: '调整用户余额',
    noLine: '没有符合条件的记录',
    noUser: '没有符合条件的用户',
    tooHigh: '无权操作同级或更高级别的账户',
    perMinute: '每分钟请求数',
  },
} as const satisfies Record<Language, Record<string, string>>

/** Delays the end of animations until `releaseTimers` runs: the library ends them after half a second. */
const holdTimers = `{
  const plain = window.setTimeout
  window.heldTimers = []
  window.setTimeout = (run, ms, ...rest) => (/deadline/.test(run) ? heldTimers.push(run) && 0 : plain(run, ms, ...rest))
}`
const releaseTimers = 'heldTimers.splice(0).forEach((run) => run())'

test.describe('users and the audit trail, in a browser', () => {
  const server = forTests(startTestServer)
  let browser: Browser
  test.beforeAll(async ({ browser: launched }) => {
    browser = launched
    for (const [username, display_name] of [
      ['vera', 'Vera Lindqvist'],
      ['刘晓明', '刘晓明（华东）'],
      ['maximilian12', 'Maximilian Habe'],
      ['nora', ''],
      ['otto', 'Otto'],
    ] as const)
      await api().post('/api/user/', { username, password: '12345678', display_name })
    await api().put('/api/user/', { id: await findId('vera'), group: 'vip', quota: 61_728_394_506 })
    await api().put('/api/user/', { id: await findId('刘晓明'), group: 'svip', quota: -250_000 })
    await api().post('/api/user/manage', { id: await findId('otto'), action: 'delete' })
    await api().post('/api/user/manage', { id: await findId('nora'), action: 'disable' })
  })

  const api = () => server.api('root')
  const searchUsers = async (keyword: string) =>
    (await api().get<PagedList<User>>(`/api/user/search?keyword=${encodeURIComponent(keyword)}`)).items
  const findId = async (username: string): Promise<number> => {
    const user = (await searchUsers(username)).find((user) => user.username === username)
    if (!user) throw new Error(`there is no ${username}`)
    return user.id
  }

  const open = (username: string, look: Look) => openConsole(browser, { url: server.url, username, ...look })

  /** The row or card of an account. */
  const entryOf = (page: Page, device: Device, name: string): Locator =>
    (device === 'phone' ? page.getByRole('listitem') : page.locator('tr.ant-table-row')).filter({
      has: page.getByText(name, { exact: true }),
    })

  for (const language of ['en', 'zh'] as const) {
    const labels = words[language]
    const device: Device = language === 'en' ? 'desktop' : 'phone'
    const theme: Theme = language === 'en' ? 'light' : 'dark'
    const name = language === 'en' ? 'ada' : '小红'

    const act = (page: Page, action: string) =>
      clickAction({ page, device, entry: entryOf(page, device, name), name, action, more: labels.more })
    const confirmForUser = async (page: Page, button: string) => {
      await expect(findConfirmation(page)).toContainText(name)
      await confirm(page, button)
    }

    test(`${language}: a super administrator adds, edits, promotes, bans and deregisters an account`, async () => {
      const here = await open(rootName, { language, device, theme })
      const { page } = here
      const button = (text: string) => findButton(page, text)
      const dialog = page.getByRole('dialog')
      await page.goto('/user')

      await button(labels.add).click()
      await page.waitForURL('**/user/add')
      await button(labels.submit).click()
      await dialog.getByText(labels.noUsername).waitFor()
      await dialog.getByText(labels.noPassword).waitFor()
      await dialog.getByLabel(labels.username).fill('a@b')
      await dialog.getByLabel(labels.password, { exact: true }).fill('1234567')
      await dialog.getByLabel(labels.displayName).focus()
      await dialog.getByText(labels.atSign).waitFor()
      await dialog.getByText(labels.shortPassword).waitFor()
      expect(await findFaults(here, 'user-add-problems')).toEqual([])
      await dialog.getByLabel(labels.username).fill('vera')
      await dialog.getByLabel(labels.password, { exact: true }).fill('12345678')
      await button(labels.submit).click()
      await dialog.getByText(labels.taken).waitFor()
      await dialog.getByLabel(labels.username).fill(name)
      await button(labels.submit).click()
      await waitForMessage(page, labels.created)
      await page.waitForURL('**/user')
      const entry = entryOf(page, device, name)
      await entry.getByText(labels.active).waitFor()

      const id = await findId(name)
      const before = (await searchUsers(String(id))).find((user) => user.id === id)?.quota ?? 0
      await act(page, labels.edit)
      await page.waitForURL(`**/user/edit/${id}`)
      const editing = page.getByRole('dialog', { name: `· ${name}` })
      await editing.getByLabel(labels.group, { exact: true }).click()
      await page.locator('.ant-select-item-option').getByText('vip', { exact: true }).click()
      await editing.getByLabel(labels.perMinute).fill('60')
      await editing.getByLabel(labels.displayName).fill('Ada L.')
      await button(labels.addQuota).click()
      const adding = page.getByRole('dialog', { name: labels.addQuota })
      await adding.getByLabel(labels.amount).fill('-1.5')
      await adding.getByRole('status').getByText('$1.50').first().waitFor()
      await adding.getByLabel(labels.reason).fill('chargeback')
      await expect(adding.getByRole('button', { name: labels.putIn })).toBeDisabled()
      await adding.getByLabel(labels.allowDebt).check()
      expect(await findFaults(here, 'user-add-quota')).toEqual([])
      await adding.getByRole('button', { name: labels.putIn }).click()
      await adding.waitFor({ state: 'hidden' })
      expect((await searchUsers(name))[0]).toMatchObject({ quota: before, group: 'default' })
      const [sent] = await Promise.all([
        page.waitForRequest((request) => request.method() === 'PUT'),
        button(labels.save).click(),
      ])
      expect(sent.postDataJSON()).toEqual({
        id,
        display_name: 'Ada L.',
        group: 'default,vip',
        limits: { rpm: 60 },
        quota: before - 750_000,
        quota_loaded: before,
        quota_reason: 'chargeback',
      })
      await waitForMessage(page, labels.updated)
      await page.waitForURL('**/user')
      await entry.getByText('vip', { exact: true }).waitFor()
      expect((await searchUsers(name))[0]?.quota).toBe(before - 750_000)

      await act(page, labels.promote)
      await confirmForUser(page, labels.confirmPromote)
      await entry.getByText(labels.admin, { exact: true }).waitFor()
      await act(page, labels.demote)
      await confirmForUser(page, labels.confirmDemote)
      // The usual role is not on the cards of phones.
      await entry.getByText(labels.admin, { exact: true }).waitFor({ state: 'detached' })
      await act(page, labels.disable)
      await confirmForUser(page, labels.disable)
      await entry.getByText(labels.banned).waitFor()
      await act(page, labels.enable)
      await entry.getByText(labels.active).waitFor()
      await act(page, labels.reset)
      await confirmForUser(page, language === 'en' ? 'Reset' : '重置')
      await act(page, labels.deregister)
      await page.locator('.ant-modal-confirm-title').waitFor()
      expect(await findFaults(here, 'user-deregister')).toEqual([])
      await confirmForUser(page, labels.confirmDeregister)
      await navigate(page, `/user?keyword=${id}&state=all`)
      const deletedEntry = entryOf(page, device, String(id))
      await deletedEntry.getByText(labels.gone, { exact: true }).waitFor()
      await expect(deletedEntry.getByRole('button')).toHaveCount(0)

      await navigate(page, `/audit?object_type=user&object_id=${id}`)
      const lines =
        device === 'phone' ? page.getByRole('listitem').getByRole('button') : page.locator('tr.ant-table-row')
      await lines.nth(8).waitFor()
      const { items } = await api().get<PagedList<AuditLine>>(`/api/audit/?object_type=user&object_id=${id}`)
      expect(items.map(({ action }) => action.replace('user.', ''))).toEqual([
        'delete',
        'second_factors.clear',
        'enable',
        'disable',
        'demote',
        'promote',
        'quota',
        'update',
        'create',
      ])
      await lines.filter({ hasText: labels.quotaLine }).click()
      await page.waitForURL('**open=*')
      const detail = page.locator('section > table').filter({ visible: true })
      const field = (path: string) => detail.locator('tbody tr').filter({ has: page.getByText(path, { exact: true }) })
      await field('quota').getByText(String(before), { exact: true }).waitFor()
      await field('quota')
        .getByText(String(before - 750_000), { exact: true })
        .waitFor()
      await field('difference').getByText('-750000', { exact: true }).waitFor()
      expect(await findFaults(here, 'audit-line')).toEqual([])
      await here.close()
    })

    // The following tests run in one look: the behaviour is the same on both devices.
    if (language === 'zh')
      test('an administrator sees only the allowed actions, and others are refused', async () => {
        const here = await open(accounts.admin.username, { language, device, theme })
        const { page } = here
        await page.goto('/user?page_size=20')
        const { admin, user } = accounts
        await entryOf(page, device, user.username).waitFor()
        await expect(entryOf(page, device, rootName).getByRole('button')).toHaveCount(0)
        await entryOf(page, device, user.username)
          .getByRole('button', { name: `${labels.more} ${user.username}` })
          .click()
        const choices = device === 'phone' ? page.getByRole('dialog') : page.getByRole('menu').last()
        await choices.getByText(labels.deregister, { exact: true }).waitFor()
        await expect(choices.getByText(labels.promote)).toHaveCount(0)
        await page.keyboard.press('Escape')

        // The form of the own account has no group and no balance.
        await navigate(page, '/user/edit')
        const dialog = page.getByRole('dialog')
        await dialog.getByLabel(labels.displayName).waitFor()
        await expect(dialog.getByRole('button', { name: labels.addQuota })).toHaveCount(0)
        await dialog.getByLabel(labels.displayName).fill(`Anna ${language}`)
        await dialog.getByRole('button', { name: labels.save, exact: true }).click()
        await waitForMessage(page, labels.updated)
        expect((await searchUsers(admin.username))[0]?.display_name).toBe(`Anna ${language}`)

        await page.goto('/user/edit/1')
        await dialog.getByText(labels.tooHigh).waitFor()
        await here.close()
      })

    if (language === 'en')
      test('accounts are found by word and group, and paged; an empty result is reported', async () => {
        const here = await open(rootName, { language, device, theme })
        const { page } = here
        await page.goto('/user')
        const box = page.locator('[data-search] input')
        await box.fill('Lindqvist')
        await page.getByRole('main').getByRole('button', { name: labels.query, exact: true }).click()
        await page.waitForURL('**keyword=Lindqvist')
        await entryOf(page, device, 'vera').waitFor()
        await entryOf(page, device, rootName).waitFor({ state: 'hidden' })
        await navigate(page, '/user?group=svip')
        await entryOf(page, device, '刘晓明').waitFor()
        await expect(entryOf(page, device, 'vera')).toHaveCount(0)
        await navigate(page, '/user?keyword=nobody-of-this-name')
        await page.getByText(labels.noUser).waitFor()
        await navigate(page, '/user?p=2&page_size=10')
        await page.locator('.ant-pagination').waitFor()
        await navigate(page, '/audit?actor_name=nobody')
        await page.getByText(labels.noLine).waitFor()
        await here.close()
      })
  }

  test('input in one drawer survives while another slides out', async () => {
    const here = await open(rootName, { language: 'en', device: 'desktop' })
    const { page, context } = here
    const labels = words.en
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await page.goto('/user')
    await page.getByRole('button', { name: labels.add, exact: true }).click()
    const adding = page.getByRole('dialog', { name: labels.add })
    await adding.getByLabel(labels.username).fill('grace')
    await adding.getByLabel(labels.password, { exact: true }).fill('12345678')
    await page.locator('.ant-drawer-panel-motion-left').waitFor({ state: 'detached' })
    const devtools = await context.newCDPSession(page)
    await devtools.send('Animation.enable')
    await devtools.send('Animation.setPlaybackRate', { playbackRate: 0.01 })
    await page.evaluate(holdTimers)
    await adding.getByLabel(labels.username).press('Control+Enter')
    await page.waitForURL('**/user')
    await entryOf(page, 'desktop', 'grace')
      .getByRole('button', { name: `${labels.edit} grace` })
      .press('Enter')
    const editing = page.getByRole('dialog', { name: labels.edit })
    const displayName = editing.getByLabel(labels.displayName)
    await displayName.focus()
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type('Grace H.')
    const group = editing.getByLabel(labels.group, { exact: true })
    await group.focus()
    await page.keyboard.press('ArrowDown')
    await page.locator('.ant-select-open').waitFor()
    await expect(page.locator('.ant-drawer-left')).toHaveCount(1)
    await page.evaluate(releaseTimers)
    await page.locator('.ant-drawer-left').waitFor({ state: 'detached' })
    await expect.poll(() => group.evaluate((input) => input === input.ownerDocument.activeElement)).toBe(true)
    await expect(group).toHaveAttribute('aria-expanded', 'true')
    await expect(displayName).toHaveValue('Grace H.')
    await here.close()
  })

  test('ordinary users are led to their own pages', async () => {
    const here = await open(accounts.user.username, { language: 'en', device: 'desktop' })
    for (const address of ['/user', '/user/add', '/audit']) {
      await here.page.goto(address)
      await here.page.waitForURL('**/token')
    }
    await here.close()
  })

  test('both pages have no errors, accessibility violations or horizontal scrolling', {
    tag: twoLooks,
  }, async ({ look }) => {
    const screens = [
      ['users', '/user?page_size=20', 'h1'],
      ['user-add', '/user/add', '[role=dialog]'],
      ['user-edit', `/user/edit/${await findId('vera')}`, '[role=dialog] dl'],
      ['account', `/user/${await findId('vera')}`, 'main tr.ant-table-row, main section li'],
      ['account-keys', `/user/${await findId('vera')}?tab=keys`, '[role=tabpanel] section'],
      ['account-sessions', `/user/${await findId(accounts.admin.username)}?tab=sessions`, '[role=tabpanel] li'],
      ['account-audit', `/user/${await findId('vera')}?tab=audit`, '[role=tabpanel] section'],
      ['audit', '/audit?page_size=20', 'h1'],
    ] as const
    const here = await open(rootName, look)
    const found: string[] = []
    for (const [name, address, loaded] of screens) {
      await navigate(here.page, address)
      await here.page.locator(loaded).first().waitFor()
      found.push(...(await findFaults(here, name)))
    }
    await here.close()
    expect(found).toEqual([])
  })
})
