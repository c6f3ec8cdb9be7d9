import type { Browser, Page } from '@playwright/test'
import { accounts } from '../../server/test/accounts.ts'
import { startTestServer } from '../../server/test/test-server.ts'
import { expectNoFaults, navigate, openConsole } from '../harness/console-visit.ts'
import { forTests } from '../harness/for-tests.ts'
import { twoLooks } from '../harness/looks.ts'
import { watchTraffic } from '../harness/page-rest.ts'
import { expect, test } from '../harness/test.ts'

const words = {
  en: {
    view: 'View as user',
    reason: 'Reason (optional)',
    open: 'Open the view',
    bar: 'You see the account of ulf. Nothing can be changed.',
    left: '30 minutes left',
    tokens: 'API tokens',
    add: 'New key',
    readOnly: 'Nothing can be changed in a view',
    end: 'End the view',
    ended: 'The view has ended',
    own: 'Open my own console',
  },
  zh: {
    view: '以用户身份查看',
    reason: '原因（选填）',
    open: '打开查看',
    bar: '正在查看 ulf 的账户（只读）',
    left: '剩余 30 分钟',
    tokens: 'API 令牌',
    add: '新建密钥',
    readOnly: '查看时不能进行修改',
    end: '结束查看',
    ended: '查看已结束',
    own: '打开我的控制台',
  },
}

/** What the browser keeps for all tabs, without what only says how the site is. */
const readStorage = (page: Page) =>
  page.evaluate<Record<string, string>>(`Object.fromEntries(Object.entries(localStorage))`)

test.describe('an administrator looks at the console as a user', () => {
  const server = forTests(startTestServer)
  let browser: Browser
  test.beforeAll(async ({ browser: launched }) => {
    browser = launched
    const ulf = server.api('user')
    await ulf.post('/api/token/', { name: 'laptop', unlimited_quota: true })
    await ulf.put('/api/user/setting', { notify_type: 'webhook', webhook_url: 'https://hooks.example/secret-of-ulf' })
  })

  test('from the page of the account through its pages to the end of the view', { tag: twoLooks }, async ({ look }) => {
    const labels = words[look.language]
    const { id } = server.api('user').user
    const username = accounts.admin.username
    const here = await openConsole(browser, { url: server.url, username, ...look, path: `/user/${id}` })
    const { page: own, context } = here
    await own.getByRole('button', { name: labels.view, exact: true }).click()
    const dialog = own.getByRole('dialog').last()
    await dialog.getByLabel(labels.reason).fill('asked about a charge')
    await expectNoFaults(here, 'view-dialog')
    const before = await readStorage(own)
    const exceptions: string[] = []
    context.on('page', (opened) => {
      watchTraffic(opened)
      opened.on('pageerror', (error) => exceptions.push(error.stack ?? error.message))
    })
    const opening = context.waitForEvent('page')
    await dialog.getByRole('button', { name: labels.open, exact: true }).click()
    const page = await opening
    const screenshot = async (name: string) => {
      const path = `${process.env.SHOTS}/${name}-${look.device}-${look.theme}-${look.language}.png`
      if (process.env.SHOTS) await page.screenshot({ path })
    }
    const seen = { page, screenshot }
    const calls: { path: string; hasView: boolean }[] = []
    const addresses: string[] = []
    page.on('request', (request) => {
      const path = new URL(request.url()).pathname
      if (/^\/(api|pg)\//.test(path)) calls.push({ path, hasView: 'x-sluice-view' in request.headers() })
      addresses.push(request.url())
    })

    await page.getByText(labels.bar).waitFor()
    await expect(page.getByText(labels.left)).toBeVisible()
    await expect(page).not.toHaveURL(/#/)
    await expect.poll(() => page.evaluate('window.opener')).toBeNull()
    await expectNoFaults(seen, 'view-overview')

    await navigate(page, '/token')
    await page.getByText('laptop').first().waitFor()
    await expectNoFaults(seen, 'view-tokens')
    for (const path of ['/log', '/topup', '/task', '/personal']) {
      await navigate(page, path)
      await page.getByText(labels.bar).waitFor()
      await expectNoFaults(seen, `view${path.replace('/', '-')}`)
    }
    await navigate(page, '/personal?tab=security')
    await expectNoFaults(seen, 'view-security')
    expect(await page.content()).not.toContain('secret-of-ulf')

    // A reload stays in the view; a change is refused and changes nothing.
    await page.goto('/token')
    await page.getByText(labels.bar).waitFor()
    await page.getByRole('button', { name: labels.add }).first().click()
    await expect(page.getByRole('dialog').getByText(labels.readOnly).first()).toBeVisible()
    await expectNoFaults(seen, 'view-form')
    await page.keyboard.press('Escape')

    await Promise.all([page.waitForEvent('close'), page.getByRole('button', { name: labels.end }).click()])
    expect(exceptions).toEqual([])
    expect(addresses.filter((address) => address.includes('view='))).toEqual([])
    expect(calls.length).toBeGreaterThan(5)
    expect(calls.filter(({ path, hasView }) => !hasView && path !== '/api/user/view/end')).toEqual([])
    // The tab of the administrator is as it was.
    expect(await readStorage(own)).toEqual(before)
    await own.reload()
    await own.getByRole('button', { name: labels.view, exact: true }).waitFor()
    const lines = await server
      .api('root')
      .get<{ items: { action: string; actor_name: string }[] }>(`/api/audit/?object_type=user&object_id=${id}`)
    expect(lines.items.slice(0, 2).map(({ action, actor_name }) => [action, actor_name])).toEqual([
      ['user.view_end', username],
      ['user.view_start', username],
    ])
    await here.close()
  })

  test('a tab whose view is over says so, and leads back', { tag: twoLooks }, async ({ look }) => {
    const labels = words[look.language]
    const expectedErrors = [/403/]
    const options = { url: server.url, username: accounts.admin.username, ...look, expectedErrors }
    const here = await openConsole(browser, { ...options, path: `/token#view=${'x'.repeat(43)}` })
    await here.page.getByRole('heading', { name: labels.ended }).waitFor()
    await expectNoFaults(here, 'view-ended')
    await here.page.reload()
    await here.page.getByRole('heading', { name: labels.ended }).waitFor()
    await here.page.getByRole('button', { name: labels.own }).click()
    await here.page.waitForURL('**/user')
    await expect(here.page.getByText(labels.ended)).toBeHidden()
    await here.close()
  })
})
