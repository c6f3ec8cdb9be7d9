import type { Browser, Page } from '@playwright/test'
import { channelStatus, roles } from '@sluice/contract/roles'
import type { UptimeStatus } from '@sluice/contract/site-content'
import { noUse } from '../../server/src/store/usage-hour-question.ts'
import type { UsageClientHour, UsageHour } from '../../server/src/store/usage-hours.ts'
import { accounts, password } from '../../server/test/accounts.ts'
import { login } from '../../server/test/api-client.ts'
import { findFaults, openConsole } from '../harness/console-visit.ts'
import { type Look, twoLooks } from '../harness/looks.ts'
import { readClipboard } from '../harness/page-parts.ts'
import { expect, test } from '../harness/test.ts'
import { startUsageServer, type UsageServer } from '../harness/usage-server.ts'

const hourMs = 3_600_000
const models = [
  'gpt-4o',
  'claude-sonnet-4-5',
  'gemini-2.5-flash',
  'gpt-4o-mini',
  'deepseek-chat',
  'o3',
  'grok-4',
  'kimi-k2',
  'a-model-with-quite-a-long-name-indeed-2026-11-20',
  'glm-4.6',
]
/** The content of the operator, with more announcements than the panel shows at first. */
const siteContent = {
  announcements: ['default', 'ongoing', 'success', 'warning', 'error'].map((type, index) => ({
    type,
    publishDate: `2026-11-0${9 - index}T08:00:00Z`,
    extra: 'More',
    content: `An announcement of the type ${type}, with [a link](https://status.example)`,
  })),
  faq: [{ question: 'How do I begin?', answer: 'Create a `token`.' }],
  api_info: [{ url: 'https://eu.example/v1', route: 'Europe', description: 'Frankfurt', color: 'violet' }],
  uptime_kuma_groups: [{ categoryName: 'API', url: 'https://status.example', slug: 'api' }],
}
const uptime: UptimeStatus = [
  {
    categoryName: 'API',
    description: 'By region',
    monitors: [0, 1, 2, 3].map((status) => ({
      name: `Chat ${status}`,
      uptime: 0.98765,
      status,
      group: 'EU',
    })),
  },
  { categoryName: 'Another', description: '', monitors: [], unreachable: true },
]
const nadia = { username: 'nadia', role: roles.user, balance: 0 }

test.describe('the dashboard in a browser', () => {
  let server: UsageServer
  let browser: Browser

  test.beforeAll(async ({ browser: launched }) => {
    browser = launched
    const hours = buildHours(Date.now())
    server = await startUsageServer([...Object.values(accounts), nadia], hours, buildClientHours(hours))
    const admin = await login(server.url, accounts.admin.username, password)
    for (const name of ['OpenAI main', 'OpenAI spare', 'Anthropic', 'Gemini, 渠道'])
      await admin.post('/api/channel/', {
        name,
        key: 'k',
        models: models.join(','),
        base_url: 'https://up.example',
      })
    await admin.put('/api/channel/', { id: 2, status: channelStatus.autoDisabled })
    await admin.put('/api/channel/', { id: 4, status: channelStatus.disabled })
    for (let id = 5; id <= 14; id++) {
      const name = `A key of the account that the European team shares, number ${id}`
      await admin.post('/api/channel/', { name, key: 'k', models: 'gpt-4o', base_url: 'https://up.example' })
      await admin.put('/api/channel/', { id, status: channelStatus.autoDisabled })
    }
    for (const [list, entries] of Object.entries(siteContent))
      await admin.put('/api/option/', { key: `console_setting.${list}`, value: JSON.stringify(entries) })
    const ulf = await login(server.url, accounts.user.username, password)
    for (const [name, remain_quota] of [
      ['production', 4_000_000],
      ['laptop', 90_000],
      ['batch jobs at night', 900],
    ])
      await ulf.post('/api/token/', { name, remain_quota, unlimited_quota: name === 'production' })
  })
  test.afterAll(async () => {
    await server?.stop()
  })

  /** Five weeks of ten models, more by day than by night; calls of the last model fail sometimes. */
  function buildHours(now: number): UsageHour[] {
    const current = now - (now % hourMs)
    const hours: UsageHour[] = []
    for (let back = 0; back < 35 * 24; back++) {
      const at = current - back * hourMs
      const wave = 1.2 + Math.sin((((at / hourMs) % 24) / 24) * 2 * Math.PI) + 0.4 * Math.sin(back / 37)
      models.forEach((model_name, index) => {
        const calls = Math.round((wave * 40) / (index + 1))
        if (calls === 0) return
        const quota = Math.round(calls * 310 * (1 + (index % 3)))
        hours.push({
          ...noUse,
          hour: at,
          user_id: index % 3 === 2 ? 1 : 2,
          token_id: 1 + (index % 3),
          channel_id: 1 + (index % 3),
          group_name: 'default',
          model_name,
          calls,
          errors: index % 4 === 1 ? Math.round(calls / 14) : 0,
          quota,
          list_quota: quota,
          cost_quota: 0,
          cost_known_calls: 0,
          cost_known_quota: 0,
          prompt_tokens: calls * 900,
          completion_tokens: calls * 240,
          use_time_ms: Math.round(calls * (900 + index * 350) * (1 + wave / 6)),
          cache_read_tokens: calls * 90 * (index % 5),
          cache_counted_tokens: calls * 900,
          first_token_5: Math.round(calls / 3),
          first_token_7: Math.round(calls / 2),
          first_token_11: Math.round(calls / 9),
        })
      })
    }
    return hours
  }

  /** Two thirds of the newest hours are of two programs; the others, and all earlier ones, of unknown ones. */
  function buildClientHours(hours: readonly UsageHour[]): UsageClientHour[] {
    const clients = ['Claude Code', 'Codex', '']
    return hours
      .slice(0, 240)
      .map((hour, index) => ({ ...hour, client: clients[index % clients.length] ?? '' }))
      .filter(({ client }) => client !== '')
  }

  const open = async (look: Look = {}, username: string = accounts.admin.username) => {
    const here = await openConsole(browser, { url: server.url, username, ...look })
    // Tests of the server cover the reading of status pages.
    await here.page.route('**/api/uptime/status', (route) =>
      route.fulfill({ json: { success: true, message: '', data: uptime } }),
    )
    return here
  }

  const rangeOf = (page: Page) =>
    page.locator('.ant-select').filter({ has: page.getByRole('combobox', { name: 'Time range' }) })

  async function chooseRange(page: Page, name: string): Promise<void> {
    await page.getByRole('combobox', { name: 'Time range' }).click()
    await page.getByTitle(name, { exact: true }).click()
  }

  const states = [
    { name: 'all', as: accounts.admin.username, path: '/detail?range=7d', loaded: '[data-chart] svg' },
    {
      name: 'user',
      as: accounts.admin.username,
      path: '/detail?range=30d&username=ulf',
      loaded: '[data-chart] svg',
    },
    { name: 'own', as: accounts.user.username, path: '/detail', loaded: '[data-chart] svg' },
    { name: 'new', as: nadia.username, path: '/detail', loaded: 'main ol h3' },
  ]

  async function findFaultsInLook(look: Look): Promise<string[]> {
    const found: string[] = []
    for (const { name, as, path, loaded } of states) {
      const here = await open(look, as)
      await here.page.goto(path)
      await here.page.locator(loaded).first().waitFor()
      found.push(...(await findFaults(here, `dashboard-${name}`, { fits: ['main section[aria-labelledby]'] })))
      await here.close()
    }
    return found
  }

  test('the page has no errors, accessibility violations or horizontal scrolling', { tag: twoLooks }, async ({
    look,
  }) => {
    expect(await findFaultsInLook(look)).toEqual([])
  })

  test('announcements, addresses, monitors and questions of the operator are shown at the end of the page', async () => {
    const { page, close } = await open({}, accounts.user.username)
    await page.goto('/detail')
    const announcements = page.getByRole('region', { name: 'Announcements' })
    await announcements.getByRole('link', { name: 'a link' }).first().waitFor()
    await expect(announcements.getByRole('listitem')).toHaveCount(3)
    await announcements.getByRole('button', { name: 'Show all 5' }).click()
    await expect(announcements.getByRole('listitem')).toHaveCount(5)
    await page.getByRole('region', { name: 'API addresses' }).getByText('https://eu.example/v1').waitFor()
    const monitors = page.getByRole('region', { name: 'Service status' }).getByRole('listitem')
    await monitors.filter({ hasText: 'Chat 0' }).getByText('Down').waitFor()
    await expect(monitors.filter({ hasText: 'Chat 1' })).toHaveText('Chat 1EU98.7% in 24 hUp')
    await page.getByText('How do I begin?').click()
    await page.getByRole('region', { name: 'Questions and answers' }).getByText('token').waitFor()
    await close()
  })

  test('the site as it is now and what needs an administrator stand above the chart, with actions in place', async () => {
    const { page, close } = await open()
    await page.goto('/detail')
    const now = page.getByRole('region', { name: 'Now', exact: true })
    await expect(now).toContainText('Channels serving2 of 14')
    await expect(now).toContainText(/Failed[\d.]+% was [\d.]+%/)
    await expect(now).toContainText(/First token≈ \d+ ms/)
    const needs = page.getByRole('region', { name: 'Needs you' })
    await needs.getByText(/^8 more channels were disabled automatically: .+ and 5 more$/).waitFor()
    const newest = needs.getByRole('listitem').first()
    await newest.getByText(/, number 14 was disabled automatically$/).waitFor()
    await newest.getByRole('button', { name: 'Enable' }).click()
    await expect(now).toContainText('Channels serving3 of 14')
    await newest.getByText(/, number 13 was disabled automatically$/).waitFor()
    await needs.getByText(/^7 more channels were disabled automatically/).waitFor()
    const admin = await login(server.url, accounts.admin.username, password)
    await admin.put('/api/channel/', { id: 14, status: channelStatus.autoDisabled })
    await page.reload()
    const health = page.getByRole('region', { name: 'Channel health' })
    await expect(health.getByRole('link', { name: /^and 4 more/ })).toHaveAttribute('href', '/channel?status=disabled')
    await needs.getByRole('link', { name: 'Open channels' }).click()
    await page.waitForURL('**/channel?status=auto_disabled')
    await page.getByText('11 results').waitFor()
    await close()
  })

  test('calls are grouped by program, and a program leads to its calls in the log', async () => {
    const { page, close } = await open({}, accounts.user.username)
    await page.goto('/detail?by=client')
    const spend = page.getByRole('region', { name: 'Spend by program' })
    await spend.getByRole('img', { name: /Claude Code.+Unknown program|Unknown program.+Claude Code/ }).waitFor()
    const top = page.getByRole('region', { name: 'Top by spend' })
    await expect(top.getByRole('link', { name: /Codex/ })).toHaveAttribute('href', /[?&]client=Codex/)
    await expect(top.getByRole('link', { name: /Unknown program/ })).toHaveCount(0)
    await close()
  })

  test('the time to the first token has two percentiles, and cached input a share', async () => {
    const { page, close } = await open({}, accounts.user.username)
    await page.goto('/detail')
    const figures = page.locator('dl').filter({ hasText: 'First token' })
    await expect(figures).toContainText(/First token≈ \d+ msp95 ≈ [\d.]+ s/)
    await expect(figures).toContainText(/Cached input[\d.]+%/)
    await close()
  })

  test('ranges, steps and users are kept in the address and its links', async () => {
    const { page, close } = await open()
    await page.goto('/detail')
    const spend = page.getByRole('region', { name: 'Spend by model' })
    await spend.getByRole('img', { name: /^Chart: / }).waitFor()
    // The site's default step is an hour, which selects a day.
    await expect(rangeOf(page)).toContainText('24 hours')
    await chooseRange(page, '30 days')
    await page.waitForURL('**/detail?range=30d')
    await page.getByRole('combobox', { name: 'Granularity' }).click()
    await page.getByTitle('Weekly').click()
    await page.waitForURL('**/detail?range=30d&step=week')
    await spend.getByRole('button', { name: 'Show as a table: Spend by model' }).click()
    const rows = spend.getByRole('row')
    await rows.nth(4).waitFor()
    await expect.poll(() => rows.count()).toBeLessThanOrEqual(7)
    await expect(rows.nth(1)).toHaveText(/^\w{3} \d+ – \w{3} \d+\$/)

    const top = page.getByRole('region', { name: 'Top users by spend' })
    await top.getByRole('button', { name: 'ulf', exact: true }).click()
    await page.waitForURL('**/detail?range=30d&step=week&username=ulf')
    await page.getByRole('region', { name: 'Balance' }).getByText('$20.00').waitFor()
    await page.getByRole('region', { name: 'Balance' }).getByText('laptop').waitFor()
    await expect(page.getByRole('region', { name: 'Channel health' })).toHaveCount(0)
    await page.getByText('My account', { exact: true }).click()
    await page.waitForURL('**/detail?range=30d&step=week&scope=self')
    await page.reload()
    await page.getByRole('region', { name: 'Top keys by spend' }).waitFor()
    await expect(page.getByRole('combobox', { name: 'Filter by user' })).toHaveCount(0)
    await close()
  })

  test('typing finds a user; a model leads to its calls', async () => {
    const { page, close } = await open()
    await page.goto('/detail?range=7d')
    await page.getByRole('region', { name: 'Top models' }).getByText('gpt-4o-mini').waitFor()
    await page.getByRole('combobox', { name: 'Filter by user' }).fill('ul')
    await page.getByRole('option', { name: /ulf/ }).or(page.getByTitle('ulf')).first().waitFor({ state: 'attached' })
    await page.locator('.ant-select-item-option').filter({ hasText: 'ulf' }).click()
    await page.waitForURL('**/detail?range=7d&username=ulf')
    await page.getByRole('link', { name: 'gpt-4o', exact: true }).click()
    const readAddress = () => {
      const { pathname, searchParams } = new URL(page.url())
      return [pathname, searchParams.get('model_name'), searchParams.get('username')]
    }
    await expect.poll(readAddress).toEqual(['/log', 'gpt-4o', 'ulf'])
    await close()
  })

  test('calls are grouped by two things, and each step and name leads to its calls in the usage log', async () => {
    const { page, close } = await open({}, accounts.user.username)
    await page.goto('/detail?range=month')
    const searchOf = () => Object.fromEntries(new URL(page.url()).searchParams)
    await page.getByRole('combobox', { name: 'Group by' }).click()
    await page.getByTitle('By key').click()
    await page.getByRole('combobox', { name: 'Group also by' }).click()
    await page.getByTitle('and model').click()
    await expect.poll(searchOf).toMatchObject({ range: 'month', by: 'token,model' })
    const spend = page.getByRole('region', { name: 'Spend by key, model' })
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save what the chart shows as CSV' }).click()
    expect((await saved).suggestedFilename()).toBe('usage.csv')
    await spend.getByRole('button', { name: /^Show as a table/ }).click()
    const step = spend.getByRole('row').nth(1).getByRole('link')
    await step.click()
    await page.waitForURL('**/log?*')
    const times = searchOf()
    expect(Number(times.end_timestamp) - Number(times.start_timestamp)).toBeLessThan(25 * 3_600)
    await page.goBack()
    await page.getByRole('link', { name: 'production · gpt-4o' }).first().click()
    await expect.poll(searchOf).toMatchObject({ token_name: 'production', model_name: 'gpt-4o' })
    await close()
  })

  test('a filter travels between the dashboard and the usage log', async () => {
    const { page, close } = await open({}, accounts.user.username)
    await page.goto('/detail?range=7d')
    const model = page.getByRole('textbox', { name: 'Model' })
    await model.fill('gpt-4o%')
    await model.press('Enter')
    const top = page.getByRole('region', { name: 'Top models' })
    await expect(top.getByRole('link')).toHaveText(['gpt-4o', 'gpt-4o-mini'])
    await page.getByRole('link', { name: 'Open in usage log' }).click()
    await page.waitForURL('**/log?*')
    await expect(page.getByRole('textbox', { name: 'Model' })).toHaveValue('gpt-4o%')
    await page.getByRole('button', { name: 'Overview of these calls' }).click()
    await page.waitForURL('**/detail?*range=custom*')
    await expect(top.getByRole('link')).toHaveText(['gpt-4o', 'gpt-4o-mini'])
    await close()
  })

  test('old figures stay while new ones load, and a failure is reported', async () => {
    const { page, close } = await open()
    await page.goto('/detail?range=7d')
    const spend = page.getByRole('region', { name: 'Spend by model' })
    await spend.getByRole('img', { name: /^Chart: / }).waitFor()
    const requested = Promise.withResolvers<void>()
    const answer = Promise.withResolvers<void>()
    await page.route('**/api/data/overview?*', async (route) => {
      requested.resolve()
      await answer.promise
      await route.continue()
    })
    await chooseRange(page, '30 days')
    await requested.promise
    await expect(spend).toHaveAttribute('aria-busy', 'true')
    await expect(spend.getByRole('img', { name: /^Chart: / })).toHaveCount(1)
    answer.resolve()
    await page.locator('section[aria-busy=false]').filter({ hasText: 'Spend by model' }).waitFor()
    await page.unroute('**/api/data/overview?*')
    await page.route('**/api/data/channels?*', (route) =>
      route.fulfill({ json: { success: false, message: 'out of order', code: 'invalid_request' } }),
    )
    await page.goto('/detail?range=24h')
    await page.getByRole('region', { name: 'Channel health' }).getByRole('button', { name: 'Retry' }).waitFor()
    await spend.getByRole('img', { name: /^Chart: / }).waitFor()
    await close()
  })

  test('a new account sees its first steps, and copies its first call', async () => {
    const { page, context, close } = await open({}, nadia.username)
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto('/detail')
    await expect(page.getByRole('button', { name: 'Copy command' })).toBeDisabled()
    await page.getByRole('button', { name: 'Create token' }).click()
    await page.waitForURL('**/token?open=new')
    const client = await login(server.url, nadia.username, password)
    await client.post('/api/token/', { name: 'first' })
    await page.goto('/detail')
    await page.getByLabel('Done').waitFor()
    await page.getByRole('button', { name: 'Copy command' }).click()
    await expect.poll(() => readClipboard(page)).toMatch(/^curl 'http:.+Bearer sk-\w{48}'/s)
    const copied = await readClipboard(page)
    await expect(page.locator('main')).not.toContainText(/sk-\w+/.exec(copied)?.[0] ?? 'sk-')
    await close()
  })

  test('a dashboard that is switched off is reported on its page and missing in the menu', async () => {
    const operator = await login(server.url, accounts.admin.username, password)
    await operator.put('/api/option/', { key: 'DataExportEnabled', value: 'false' })
    try {
      const { page, close } = await open({}, nadia.username)
      await page.goto('/token')
      await page.getByRole('link', { name: 'API tokens' }).waitFor()
      await expect(page.getByRole('link', { name: 'Dashboard' })).toHaveCount(0)
      await page.goto('/detail')
      await page.getByRole('heading', { name: 'The dashboard is switched off' }).waitFor()
      await expect(page.getByRole('button', { name: 'Open operation settings' })).toHaveCount(0)
      await close()
      const asAdmin = await open()
      await asAdmin.page.goto('/detail')
      await asAdmin.page.getByRole('button', { name: 'Open operation settings' }).click()
      await asAdmin.page.waitForURL('**/setting?tab=operation')
      await asAdmin.close()
    } finally {
      await operator.put('/api/option/', { key: 'DataExportEnabled', value: 'true' })
    }
  })

  test('figures are loaded again at the interval of the options, while the page is visible', async () => {
    const operator = await login(server.url, accounts.admin.username, password)
    await operator.put('/api/option/', { key: 'DataExportInterval', value: '2' })
    const { page, close } = await open({}, accounts.user.username)
    await page.clock.install()
    await page.goto('/detail')
    await page
      .getByRole('region', { name: 'Spend by model' })
      .getByRole('img', { name: /^Chart: / })
      .waitFor()
    const next = () => page.waitForResponse((response) => response.url().includes('/api/data/self/overview'))
    const again = next()
    await page.clock.runFor(2 * 60_000 + 1_000)
    expect((await again).status()).toBe(200)
    await close()
  })
})
