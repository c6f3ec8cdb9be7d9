import { readFileSync } from 'node:fs'
import type { Browser, Locator, Page } from '@playwright/test'
import type { PagedList } from '@sluice/contract/envelope'
import type { Redemption } from '@sluice/contract/redemption'
import { accounts } from '../../server/test/accounts.ts'
import { startTestServer } from '../../server/test/test-server.ts'
import type { Visit } from '../harness/browser.ts'
import { findFaults, navigate, openConsole } from '../harness/console-visit.ts'
import { clickAction, confirm } from '../harness/entry-actions.ts'
import { forTests } from '../harness/for-tests.ts'
import { type Device, type Language, type Look, type Theme, twoLooks } from '../harness/looks.ts'
import { findButton, readClipboard, waitForMessage } from '../harness/page-parts.ts'
import { expect, test } from '../harness/test.ts'

const words = {
  en: {
    add: 'New codes',
    create: 'Create',
    name: /^Name/,
    quota: 'Quota',
    count: 'Number of codes',
    longName: 'At most 20 characters',
    noQuota: 'Enter a quota',
    save: 'Save',
    badCount: 'Enter a whole number from 1 to 100',
    made: '3 redemption codes created',
    copyAll: 'Copy all',
    copied: '3 redemption codes copied',
    download: 'Download as text',
    done: 'Done',
    copy: 'Copy',
    edit: 'Edit',
    disable: 'Disable',
    enable: 'Enable',
    remove: 'Delete',
    more: 'More actions',
    unused: 'Unused',
    disabled: 'Disabled',
    used: 'Used',
    updated: 'Redemption code updated',
    deleted: 'Redemption code deleted',
    noMatch: 'No redemption',
    cannotChange: 'has been used and can no longer be changed',
    clean: 'Delete invalid codes',
    empty: 'No redemption codes yet',
    total: '3 codes, worth $15.00 together',
  },
  zh: {
    add: '新建兑换码',
    create: '创建',
    name: /^名称/,
    quota: '额度',
    count: '生成数量',
    longName: '最多 20 个字符',
    noQuota: '请输入额度',
    save: '保存',
    badCount: '请输入 1 到 100 的整数',
    made: '已生成 3 个兑换码',
    copyAll: '全部复制',
    copied: '已复制 3 个兑换码',
    download: '下载为文本文件',
    done: '完成',
    copy: '复制',
    edit: '编辑',
    disable: '禁用',
    enable: '启用',
    remove: '删除',
    more: '更多操作',
    unused: '未使用',
    disabled: '已禁用',
    used: '已使用',
    updated: '兑换码更新成功',
    deleted: '兑换码已删除',
    noMatch: '没有符合条件的兑换码',
    cannotChange: '该兑换码已被使用',
    clean: '删除无效兑换码',
    empty: '还没有兑换码',
    total: '共 3 个，总价值 $15.00',
  },
} as const satisfies Record<Language, Record<string, string | RegExp>>

test.describe('redemption codes, in a browser', () => {
  const server = forTests(startTestServer)
  let browser: Browser
  test.beforeAll(({ browser: launched }) => {
    browser = launched
  })

  const api = () => server.api('admin')
  const readCodes = async () => (await api().get<PagedList<Redemption>>('/api/redemption/?p=1&page_size=100')).items
  const readCodesNamed = async (name: string) => (await readCodes()).filter((code) => code.name === name)
  const createCodes = (name: string, more: object = {}) =>
    api().post<string[]>('/api/redemption/', { name, quota: 500_000, ...more })
  const redeem = (key: string) => server.api('user').post('/api/user/topup', { key })

  async function open(look: Look, username: string = accounts.admin.username): Promise<Visit> {
    const here = await openConsole(browser, { url: server.url, username, ...look })
    await here.context.grantPermissions(['clipboard-read', 'clipboard-write'])
    return here
  }
  const entries = (page: Page, device: Device): Locator =>
    device === 'phone'
      ? page.getByRole('list', { name: /^(Redemption|兑换码)$/ }).getByRole('listitem')
      : page.locator('tr.ant-table-row')
  const entryOf = (page: Page, device: Device, name: string): Locator =>
    entries(page, device).filter({ has: page.getByText(name, { exact: true }) })

  test('without codes the page describes the first step', async () => {
    const here = await open({ language: 'zh', device: 'phone' })
    await here.page.goto('/redemption')
    await here.page.getByText(words.zh.empty).waitFor()
    await expect(here.page.getByRole('button', { name: words.zh.add })).toHaveCount(1)
    expect(await findFaults(here, 'redemption-empty')).toEqual([])
    await here.close()
  })

  for (const language of ['en', 'zh'] as const) {
    const labels = words[language]
    const device: Device = language === 'en' ? 'desktop' : 'phone'
    const theme: Theme = language === 'en' ? 'light' : 'dark'
    const name = language === 'en' ? 'spring' : '春节活动'

    const act = (page: Page, action: string) =>
      clickAction({ page, device, entry: entryOf(page, device, name).first(), name, action, more: labels.more })

    test(`${language}: codes are created, copied, edited, switched, redeemed and deleted`, async () => {
      await createCodes('filler')
      const here = await open({ language, device, theme })
      const { page } = here
      const button = (text: string) => findButton(page, text)
      await page.goto('/redemption')

      await button(labels.add).click()
      await page.waitForURL('**open=new')
      const drawer = page.getByRole('dialog')
      await drawer.getByLabel(labels.quota, { exact: true }).fill('')
      await drawer.getByLabel(labels.count, { exact: true }).fill('101')
      await drawer.getByLabel(labels.name).fill('a name of more than 20')
      await button(labels.create).click()
      for (const problem of [labels.noQuota, labels.badCount, labels.longName])
        await drawer.getByText(problem, { exact: true }).waitFor()
      expect(await findFaults(here, 'redemption-problems')).toEqual([])
      await drawer.getByLabel(labels.name).fill(name)
      await drawer.getByLabel(labels.quota, { exact: true }).fill('5')
      await drawer.getByLabel(labels.count, { exact: true }).fill('3')
      await drawer.getByText(labels.total).waitFor()
      await page.keyboard.press('Control+Enter')
      const dialog = page.getByRole('dialog', { name: labels.made })
      await dialog.waitFor()
      await page.waitForURL((url) => !url.searchParams.has('open'))
      const keys = (await readCodesNamed(name)).map(({ key }) => key)
      expect(keys.length).toBe(3)
      for (const key of keys) await expect(dialog.locator('pre')).toContainText(key)
      // biome-ignore lint/plugin: the dialog shows all codes already, in their order.
      const created = ((await dialog.locator('pre').textContent()) ?? '').split('\n')
      expect(created).toHaveLength(3)
      expect(await findFaults(here, 'redemption-made')).toEqual([])
      await dialog.getByRole('button', { name: labels.copyAll }).click()
      await waitForMessage(page, labels.copied)
      await expect.poll(() => readClipboard(page)).toBe(created.join('\n'))
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        dialog.getByRole('button', { name: labels.download }).click(),
      ])
      expect(file.suggestedFilename()).toBe(`redemption-codes-${name}.txt`)
      expect(readFileSync(await file.path(), 'utf8')).toBe(`${created.join('\n')}\n`)
      await dialog.getByRole('button', { name: labels.done }).click()
      await dialog.waitFor({ state: 'hidden' })
      await entryOf(page, device, name).nth(2).waitFor()

      // A code is found by the whole code, which does not appear in the address.
      const [key = '', ...others] = keys
      const box = page.locator('[data-search] input')
      await box.fill(key)
      await box.press('Enter')
      await entryOf(page, device, 'filler').first().waitFor({ state: 'hidden' })
      await expect(entries(page, device)).toHaveCount(1)
      await expect.poll(() => page.url()).not.toContain(key)
      await act(page, labels.copy)
      await expect.poll(() => readClipboard(page)).toBe(key)
      await act(page, labels.edit)
      await page.waitForURL('**open=*')
      await drawer.getByLabel(labels.quota, { exact: true }).fill('7.5')
      await drawer.getByRole('button', { name: labels.save, exact: true }).click()
      await waitForMessage(page, labels.updated)
      await entryOf(page, device, name).getByText('$7.50').waitFor()
      await act(page, labels.disable)
      await entryOf(page, device, name).getByText(labels.disabled, { exact: true }).waitFor()
      await act(page, labels.enable)
      await entryOf(page, device, name).getByText(labels.unused, { exact: true }).waitFor()

      // The page shows a switch at once, and the server a moment later.
      await expect.poll(async () => (await readCodesNamed(name)).map(({ status }) => status)).toEqual([1, 1, 1])
      await redeem(key)
      await page.reload()
      await box.fill(key)
      await box.press('Enter')
      await expect(entries(page, device)).toHaveCount(1)
      const used = entryOf(page, device, name)
      await used.getByText(labels.used, { exact: true }).waitFor()
      const [code] = (await readCodes()).filter((code) => code.key === key)
      await used.getByRole('link', { name: code?.used_username ?? '', exact: true }).waitFor()
      if (device === 'desktop')
        await expect(used.getByRole('button', { name: `${labels.edit} ${name}` })).toBeDisabled()
      await navigate(page, `/redemption?open=${code?.id}`)
      await drawer.getByText(labels.cannotChange).waitFor()
      expect(await findFaults(here, 'redemption-used')).toEqual([])

      await navigate(page, `/redemption?status=3&keyword=${encodeURIComponent(name)}`)
      await expect(entries(page, device)).toHaveCount(1)
      await entryOf(page, device, name).waitFor()
      await act(page, labels.remove)
      await confirm(page, labels.remove)
      await waitForMessage(page, labels.deleted)
      await page.getByText(labels.noMatch).waitFor()
      expect((await readCodesNamed(name)).map((code) => code.key).toSorted()).toEqual(others.toSorted())
      await here.close()
    })
  }

  const desktop = { language: 'en', device: 'desktop' } as const

  test('a code without a name is named after its quota, $0.20 by default', async () => {
    await createCodes('filler')
    const here = await open(desktop)
    const { page } = here
    await page.goto('/redemption?open=new')
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
    const dialog = page.getByRole('dialog', { name: '1 redemption code created' })
    await dialog.getByText('$0.20').waitFor()
    expect(await readCodesNamed('$0.20')).toMatchObject([{ quota: 100_000, expired_time: 0 }])
    await here.close()
  })

  test('selected codes are copied across pages, and an empty selection is reported', async () => {
    await createCodes('bulk', { count: 15 })
    const here = await open(desktop)
    const { page } = here
    await page.goto('/redemption?keyword=bulk')
    await entries(page, 'desktop').nth(9).waitFor()
    await page.getByRole('button', { name: 'Copy selected codes' }).click()
    await waitForMessage(page, 'Select at least one redemption code')
    await entries(page, 'desktop').first().getByRole('checkbox').check()
    await page.getByRole('listitem', { name: '2' }).click()
    await page.waitForURL('**p=2')
    await entries(page, 'desktop').nth(5).waitFor({ state: 'hidden' })
    await entries(page, 'desktop').first().getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Copy selected codes' }).click()
    await waitForMessage(page, '2 redemption codes copied')
    const copied = (await readClipboard(page)).split('\n')
    const codes = await readCodesNamed('bulk')
    expect(copied).toEqual([codes[0]?.key ?? '', codes[10]?.key ?? ''])
    await here.close()
  })

  test('used codes are deleted together, unused ones stay; the page size is remembered', async () => {
    const [used = ''] = await createCodes('dead')
    await redeem(used)
    await createCodes('alive')
    const here = await open(desktop)
    const { page } = here
    await page.goto('/redemption?keyword=dead')
    await entryOf(page, 'desktop', 'dead').waitFor()
    await page.getByRole('button', { name: 'Delete invalid codes' }).click()
    const question = page.getByRole('dialog')
    await question.getByText('deleted permanently').waitFor()
    await question.getByRole('button', { name: 'Delete invalid codes' }).click()
    await page.locator('.ant-message').getByText('deleted').waitFor()
    await page.getByText('No redemption code matches').waitFor()
    expect(await readCodesNamed('dead')).toEqual([])
    expect((await readCodesNamed('alive')).length).toBe(1)

    await page.getByRole('button', { name: 'Clear filters' }).click()
    await page.locator('.ant-pagination-options .ant-select').click()
    await page.locator('.ant-select-item-option').filter({ hasText: '20 / page' }).click()
    await page.waitForURL('**page_size=20')
    await expect.poll(() => page.evaluate<string | null>("localStorage.getItem('page-size')")).toBe('20')
    await here.close()
  })

  test('the side menu offers codes to administrators and the wallet to all accounts', async () => {
    for (const [username, offers] of [
      [accounts.admin.username, 1],
      [accounts.user.username, 0],
    ] as const) {
      const here = await open(desktop, username)
      await here.page.goto('/token')
      const menu = here.page.getByRole('navigation')
      await menu.getByRole('link', { name: 'Wallet' }).waitFor()
      await expect(menu.getByRole('link', { name: 'Redemption' })).toHaveCount(offers)
      if (offers === 0) {
        await here.page.goto('/redemption')
        await here.page.waitForURL('**/token')
      }
      await here.close()
    }
  })

  test('the page has no errors, accessibility violations or horizontal scrolling', { tag: twoLooks }, async ({
    look,
  }) => {
    await createCodes('a name of 20 letters', { expired_time: Math.floor(Date.now() / 1000) + 86_400 * 40 })
    const [code] = await readCodesNamed('a name of 20 letters')
    const screens = [
      ['redemption', '/redemption'],
      ['redemption-new', '/redemption?open=new'],
      ['redemption-edit', `/redemption?open=${code?.id}`],
    ] as const
    const here = await open(look)
    const found: string[] = []
    for (const [screen, address] of screens) {
      await navigate(here.page, address)
      const loaded = screen === 'redemption' ? entries(here.page, look.device) : here.page.getByRole('dialog')
      await loaded.first().waitFor()
      found.push(...(await findFaults(here, screen)))
    }
    await here.close()
    expect(found).toEqual([])
  })
})
