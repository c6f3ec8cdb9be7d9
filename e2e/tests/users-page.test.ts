import type { Browser, Locator, Page } from '@playwright/test'
import type { AuditLine } from '@sluice/contract/audit'
import type { PagedList } from '@sluice/contract/envelope'
import type { User } from '@sluice/contract/user'
import { accounts, rootName } from '../../server/test/accounts.ts'
import { startTestServer, type TestServer } from '../../server/test/test-server.ts'
import { faultsOf, openConsole } from '../harness/console-visit.ts'
import { type Device, type Language, type Look, type Theme, twoLooks } from '../harness/looks.ts'
import { expect, test } from '../harness/test.ts'

const words = {
  en: {
    ...{ add: 'Add user', edit: 'Edit', disable: 'Disable', enable: 'Enable', more: 'More actions' },
    ...{ promote: 'Promote to administrator', demote: 'Demote to user', deregister: 'Deregister' },
    ...{ reset: 'Reset second factors', submit: 'Submit', save: 'Save', query: 'Search' },
    ...{ username: 'Username', displayName: 'Display name', password: 'Password', group: 'Group' },
    ...{ confirmPromote: 'Promote', confirmDemote: 'Demote', confirmDeregister: 'Deregister for good' },
    ...{ created: 'User account created', updated: 'User info updated', done: 'Operation completed' },
    ...{ noUsername: 'The username cannot be empty', noPassword: 'The password cannot be empty' },
    ...{ shortPassword: 'The password needs at least 8 characters', taken: 'This username is taken' },
    ...{ atSign: 'The username must not contain @', discard: 'Discard changes', close: 'Close' },
    ...{ addQuota: 'Add quota', amount: 'Amount to add', putIn: 'Apply to the form' },
    ...{ admin: 'Administrator', user: 'User', active: 'Active', banned: 'Banned', gone: 'Deregistered' },
    ...{ quotaLine: 'Adjusted a user’s balance', noLine: 'No entry matches', noUser: 'No user matches' },
    ...{ tooHigh: 'You have no right', perMinute: 'Requests per minute' },
  },
  zh: {
    ...{ add: '添加用户', edit: '编辑', disable: '禁用', enable: '启用', more: '更多操作' },
    ...{ promote: '提升为管理员', demote: '降为普通用户', deregister: '注销' },
    ...{ reset: '重置二次验证', submit: '提交', save: '保存', query: '查询' },
    ...{ username: '用户名', displayName: '显示名称', password: '密码', group: '分组' },
    ...{ confirmPromote: '提升', confirmDemote: '降级', confirmDeregister: '永久注销' },
    ...{ created: '用户账户创建成功', updated: '用户信息更新成功', done: '操作已完成' },
    ...{ noUsername: '用户名不能为空', noPassword: '密码不能为空' },
    ...{ shortPassword: '密码长度不能少于 8 位', taken: '该用户名已被使用' },
    ...{ atSign: '用户名不能包含 @', discard: '放弃修改', close: '关闭' },
    ...{ addQuota: '添加额度', amount: '要添加的额度', putIn: '填入表单' },
    ...{ admin: '管理员', user: '普通用户', active: '已激活', banned: '已封禁', gone: '已注销' },
    ...{ quotaLine: '调整用户余额', noLine: '没有符合条件的记录', noUser: '没有符合条件的用户' },
    ...{ tooHigh: '无权操作同级或更高级别的账户', perMinute: '每分钟请求数' },
  },
} as const satisfies Record<Language, Record<string, string>>

/** Holds all animations until `letGo`: the library allows them half a second. */
const hold = `{
  const plain = window.setTimeout
  window.held = []
  window.setTimeout = (run, ms, ...rest) => (/deadline/.test(run) ? held.push(run) && 0 : plain(run, ms, ...rest))
}`
const letGo = 'held.splice(0).forEach((run) => run())'

test.describe('users and the audit trail, in a browser', () => {
  let server: TestServer
  let browser: Browser
  test.beforeAll(async ({ browser: launched }) => {
    browser = launched
    server = await startTestServer()
    for (const [username, display_name] of [
      ['vera', 'Vera Lindqvist'],
      ['刘晓明', '刘晓明（华东）'],
      ['maximilian12', 'Maximilian Habe'],
      ['nora', ''],
      ['otto', 'Otto'],
    ] as const)
      await api().post('/api/user/', { username, password: '12345678', display_name })
    await api().put('/api/user/', { id: await idOf('vera'), group: 'vip', quota: 61_728_394_506 })
    await api().put('/api/user/', { id: await idOf('刘晓明'), group: 'svip', quota: -250_000 })
    await api().post('/api/user/manage', { id: await idOf('otto'), action: 'delete' })
    await api().post('/api/user/manage', { id: await idOf('nora'), action: 'disable' })
  })
  test.afterAll(async () => {
    await server?.stop()
  })

  const api = () => server.api('root')
  const found = async (keyword: string) =>
    (await api().get<PagedList<User>>(`/api/user/search?keyword=${encodeURIComponent(keyword)}`)).items
  const idOf = async (username: string): Promise<number> => {
    const user = (await found(username)).find((one) => one.username === username)
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
    const w = words[language]
    const device: Device = language === 'en' ? 'desktop' : 'phone'
    const theme: Theme = language === 'en' ? 'light' : 'dark'
    const name = language === 'en' ? 'ada' : '小红'

    /** Applies an action to an account, wherever its button is. */
    async function act(page: Page, username: string, action: string): Promise<void> {
      const entry = entryOf(page, device, username)
      const direct = entry.getByRole('button', { name: `${action} ${username}`, exact: true })
      await entry.waitFor()
      // biome-ignore lint/plugin: an entry comes with its buttons.
      if (device === 'desktop' && (await direct.count()) > 0) return await direct.click()
      await entry.getByRole('button', { name: `${w.more} ${username}` }).click()
      const choice =
        device === 'phone'
          ? page.getByRole('dialog', { name: username }).getByRole('button', { name: action, exact: true })
          : page.getByRole('menuitem', { name: action, exact: true })
      await choice.click()
    }
    const confirm = async (page: Page, button: string) => {
      const question = page.getByRole('dialog').filter({ has: page.locator('.ant-modal-confirm-title') })
      await expect(question).toContainText(name)
      await question.getByRole('button', { name: button, exact: true }).click()
      await question.waitFor({ state: 'hidden' })
    }
    const toast = (page: Page, text: string) => page.locator('.ant-message').getByText(text).last().waitFor()

    test(`${language}: a super administrator adds, edits, promotes, bans and deregisters an account`, async () => {
      const here = await open(rootName, { language, device, theme })
      const { page } = here
      const button = (text: string) => page.getByRole('button', { name: text, exact: true })
      const dialog = page.getByRole('dialog')
      await page.goto('/user')

      await button(w.add).click()
      await page.waitForURL('**/user/add')
      await button(w.submit).click()
      await dialog.getByText(w.noUsername).waitFor()
      await dialog.getByText(w.noPassword).waitFor()
      await dialog.getByLabel(w.username).fill('a@b')
      await dialog.getByLabel(w.password, { exact: true }).fill('1234567')
      await dialog.getByLabel(w.displayName).focus()
      await dialog.getByText(w.atSign).waitFor()
      await dialog.getByText(w.shortPassword).waitFor()
      expect(await faultsOf(here, 'user-add-complaints')).toEqual([])
      await dialog.getByLabel(w.username).fill('vera')
      await dialog.getByLabel(w.password, { exact: true }).fill('12345678')
      await button(w.submit).click()
      await dialog.getByText(w.taken).waitFor()
      await dialog.getByLabel(w.username).fill(name)
      await button(w.submit).click()
      await toast(page, w.created)
      await page.waitForURL('**/user')
      const entry = entryOf(page, device, name)
      await entry.getByText(w.active).waitFor()

      const id = await idOf(name)
      const before = (await found(String(id))).find((one) => one.id === id)?.quota ?? 0
      await act(page, name, w.edit)
      await page.waitForURL(`**/user/edit/${id}`)
      const editing = page.getByRole('dialog', { name: `· ${name}` })
      await editing.getByLabel(w.group, { exact: true }).click()
      await page.locator('.ant-select-item-option').getByText('vip', { exact: true }).click()
      await editing.getByLabel(w.perMinute).fill('60')
      await editing.getByLabel(w.displayName).fill('Ada L.')
      await button(w.addQuota).click()
      const adding = page.getByRole('dialog', { name: w.addQuota })
      await adding.getByLabel(w.amount).fill('-1.5')
      await adding.getByRole('status').getByText('$1.50').first().waitFor()
      expect(await faultsOf(here, 'user-add-quota')).toEqual([])
      await adding.getByRole('button', { name: w.putIn }).click()
      await adding.waitFor({ state: 'hidden' })
      expect((await found(name))[0]).toMatchObject({ quota: before, group: 'default' })
      const [sent] = await Promise.all([
        page.waitForRequest((request) => request.method() === 'PUT'),
        button(w.save).click(),
      ])
      expect(sent.postDataJSON()).toEqual({
        ...{ id, display_name: 'Ada L.', group: 'vip', limits: { rpm: 60 } },
        ...{ quota: before - 750_000, quota_loaded: before },
      })
      await toast(page, w.updated)
      await page.waitForURL('**/user')
      await entry.getByText('vip', { exact: true }).waitFor()
      expect((await found(name))[0]?.quota).toBe(before - 750_000)

      await act(page, name, w.promote)
      await confirm(page, w.confirmPromote)
      await entry.getByText(w.admin, { exact: true }).waitFor()
      await act(page, name, w.demote)
      await confirm(page, w.confirmDemote)
      await entry.getByText(w.user, { exact: true }).waitFor()
      await act(page, name, w.disable)
      await confirm(page, w.disable)
      await entry.getByText(w.banned).waitFor()
      await act(page, name, w.enable)
      await entry.getByText(w.active).waitFor()
      await act(page, name, w.reset)
      await confirm(page, language === 'en' ? 'Reset' : '重置')
      await act(page, name, w.deregister)
      await page.locator('.ant-modal-confirm-title').waitFor()
      expect(await faultsOf(here, 'user-deregister')).toEqual([])
      await confirm(page, w.confirmDeregister)
      await page.goto(`/user?keyword=${id}`)
      const left = entryOf(page, device, String(id))
      await left.getByText(w.gone).waitFor()
      await expect(left.getByRole('button')).toHaveCount(0)

      await page.goto(`/audit?object_type=user&object_id=${id}`)
      const lines =
        device === 'phone' ? page.getByRole('listitem').getByRole('button') : page.locator('tr.ant-table-row')
      await lines.nth(8).waitFor()
      const { items } = await api().get<PagedList<AuditLine>>(`/api/audit/?object_type=user&object_id=${id}`)
      expect(items.map(({ action }) => action.replace('user.', ''))).toEqual([
        ...['delete', 'second_factors.clear', 'enable', 'disable', 'demote', 'promote', 'quota', 'update'],
        'create',
      ])
      await lines.filter({ hasText: w.quotaLine }).click()
      await page.waitForURL('**open=*')
      const detail = page.locator('section > table').filter({ visible: true })
      const field = (path: string) => detail.locator('tbody tr').filter({ has: page.getByText(path, { exact: true }) })
      await field('quota').getByText(String(before), { exact: true }).waitFor()
      await field('quota')
        .getByText(String(before - 750_000), { exact: true })
        .waitFor()
      await field('difference').getByText('-750000', { exact: true }).waitFor()
      expect(await faultsOf(here, 'audit-line')).toEqual([])
      await here.close()
    })

    // The following is the same on both devices.
    if (language === 'zh')
      test('an administrator sees only the allowed actions, and others are refused', async () => {
        const here = await open(accounts.admin.username, { language, device, theme })
        const { page } = here
        await page.goto('/user?page_size=20')
        const { admin, user } = accounts
        await entryOf(page, device, user.username).waitFor()
        await expect(entryOf(page, device, rootName).getByRole('button')).toHaveCount(0)
        await entryOf(page, device, user.username)
          .getByRole('button', { name: `${w.more} ${user.username}` })
          .click()
        const choices = device === 'phone' ? page.getByRole('dialog') : page.getByRole('menu').last()
        await choices.getByText(w.deregister, { exact: true }).waitFor()
        await expect(choices.getByText(w.promote)).toHaveCount(0)
        await page.keyboard.press('Escape')

        // The own account: no group, no balance, and the current password for critical changes.
        await page.goto('/user/edit')
        const dialog = page.getByRole('dialog')
        await dialog.getByLabel(w.displayName).waitFor()
        await expect(dialog.getByRole('button', { name: w.addQuota })).toHaveCount(0)
        await dialog.getByLabel(w.displayName).fill(`Anna ${language}`)
        await dialog.getByRole('button', { name: w.save, exact: true }).click()
        await toast(page, w.updated)
        expect((await found(admin.username))[0]?.display_name).toBe(`Anna ${language}`)

        await page.goto('/user/edit/1')
        await dialog.getByText(w.tooHigh).waitFor()
        await here.close()
      })

    if (language === 'en')
      test('accounts are found by word and group, and paged; an empty result is reported', async () => {
        const here = await open(rootName, { language, device, theme })
        const { page } = here
        await page.goto('/user')
        const box = page.locator('[data-search] input')
        await box.fill('Lindqvist')
        await page.getByRole('main').getByRole('button', { name: w.query, exact: true }).click()
        await page.waitForURL('**keyword=Lindqvist')
        await entryOf(page, device, 'vera').waitFor()
        await entryOf(page, device, rootName).waitFor({ state: 'hidden' })
        await page.goto('/user?group=svip')
        await entryOf(page, device, '刘晓明').waitFor()
        await expect(entryOf(page, device, 'vera')).toHaveCount(0)
        await page.goto('/user?keyword=nobody-of-this-name')
        await page.getByText(w.noUser).waitFor()
        await page.goto('/user?p=2&page_size=10')
        await page.locator('.ant-pagination').waitFor()
        await page.goto('/audit?actor_name=nobody')
        await page.getByText(w.noLine).waitFor()
        await here.close()
      })
  }

  test('input in one drawer survives while another slides out', async () => {
    const here = await open(rootName, { language: 'en', device: 'desktop' })
    const { page, context } = here
    const w = words.en
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await page.goto('/user')
    await page.getByRole('button', { name: w.add, exact: true }).click()
    const adding = page.getByRole('dialog', { name: w.add })
    await adding.getByLabel(w.username).fill('grace')
    await adding.getByLabel(w.password, { exact: true }).fill('12345678')
    await page.locator('.ant-drawer-panel-motion-left').waitFor({ state: 'detached' })
    const devtools = await context.newCDPSession(page)
    await devtools.send('Animation.enable')
    await devtools.send('Animation.setPlaybackRate', { playbackRate: 0.01 })
    await page.evaluate(hold)
    await adding.getByLabel(w.username).press('Control+Enter')
    await page.waitForURL('**/user')
    await entryOf(page, 'desktop', 'grace')
      .getByRole('button', { name: `${w.edit} grace` })
      .press('Enter')
    const editing = page.getByRole('dialog', { name: w.edit })
    const displayName = editing.getByLabel(w.displayName)
    await displayName.focus()
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type('Grace H.')
    const group = editing.getByLabel(w.group, { exact: true })
    await group.focus()
    await page.keyboard.press('ArrowDown')
    await page.locator('.ant-select-open').waitFor()
    await expect(page.locator('.ant-drawer-left')).toHaveCount(1)
    await page.evaluate(letGo)
    await page.locator('.ant-drawer-left').waitFor({ state: 'detached' })
    await expect.poll(() => group.evaluate((one) => one === one.ownerDocument.activeElement)).toBe(true)
    await expect(group).toHaveAttribute('aria-expanded', 'true')
    await expect(displayName).toHaveValue('Grace H.')
    await here.close()
  })

  test('ordinary users land on their own pages', async () => {
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
      ['user-edit', `/user/edit/${await idOf('vera')}`, '[role=dialog] dl'],
      ['audit', '/audit?page_size=20', 'h1'],
    ] as const
    const here = await open(rootName, look)
    const found: string[] = []
    for (const [name, address, sign] of screens) {
      await here.page.goto(address)
      await here.page.locator(sign).first().waitFor()
      found.push(...(await faultsOf(here, name)))
    }
    await here.close()
    expect(found).toEqual([])
  })
})
