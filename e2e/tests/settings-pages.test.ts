import type { Browser, Locator } from '@playwright/test'
import type { OptionEntry, OptionWrite } from '@sluice/contract/option'
import { optionTabs } from '@sluice/contract/options/tabs'
import { startTestServer, type TestRole, type TestServer } from '../../server/test/test-server.ts'
import type { Visit } from '../harness/browser.ts'
import { faultsOf, openConsole } from '../harness/console-visit.ts'
import { type Look, twoLooks } from '../harness/looks.ts'
import { comeToRest } from '../harness/page-rest.ts'
import { expect, test } from '../harness/test.ts'

/** The tabs of this file; the operation tab has its own. */
const tabs = ['system', 'other', 'ratelimit', 'models'] as const

/** An identity provider and a page of releases. */
function startOutside() {
  const endpoints = {
    authorization_endpoint: '/authorize',
    token_endpoint: '/token',
    userinfo_endpoint: '/me',
  }
  const outside = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: ({ url }) => {
      const { origin, pathname } = new URL(url)
      if (pathname === '/.well-known/openid-configuration') {
        const entries = Object.entries(endpoints).map(([name, path]) => [name, origin + path])
        return Response.json({ issuer: origin, ...Object.fromEntries(entries) })
      }
      if (pathname === '/releases/latest') {
        const body = '## Better\n\n<img alt="" src="data:," onerror="alert(1)"> **faster**'
        return Response.json({ tag_name: 'v9.9.9', body, html_url: 'https://releases.example/v9.9.9' })
      }
      return new Response('no', { status: 404 })
    },
  })
  return { origin: `http://127.0.0.1:${outside.port}`, port: outside.port, stop: () => outside.stop(true) }
}

test.describe('the settings in a browser', () => {
  let server: TestServer
  let outside: ReturnType<typeof startOutside>
  let browser: Browser
  test.beforeAll(async ({ browser: launched }) => {
    outside = startOutside()
    browser = launched
    server = await startTestServer('SQLite', {
      OUTBOUND_ALLOW: `127.0.0.1/32:${outside.port}`,
      RELEASES_URL: `${outside.origin}/releases/latest`,
    })
  })
  test.afterAll(async () => {
    await server?.stop()
    outside?.stop()
  })

  const stored = async (key: string) =>
    (await server.api('root').get<OptionEntry[]>('/api/option/')).find((entry) => entry.key === key)?.value
  const store = (key: string, value: string) => server.api('root').put('/api/option/', { key, value })

  interface SettingsVisit extends Visit {
    /** Options that the page saved since the last call. */
    written(): OptionEntry[]
    option(key: string): Locator
    control(key: string): Locator
    card(id: string): Locator
    save(id: string): Promise<void>
    says(text: string | RegExp): Promise<void>
  }
  interface SettingsLook extends Look {
    role?: TestRole
  }

  /** A visit of a signed-in account, with the session of the server's own clients. */
  function visitAs(role: TestRole, look: Look = {}): Promise<Visit> {
    const client = server.api(role)
    return openConsole(browser, { url: server.url, username: client.user.username, client, ...look })
  }

  async function open(tab: string, { role = 'root', ...look }: SettingsLook = {}): Promise<SettingsVisit> {
    const visited = await visitAs(role, look)
    const { page } = visited
    const writes: OptionEntry[] = []
    page.on('request', (request) => {
      if (request.method() === 'PUT' && request.url().includes('/api/option/')) {
        const { was: _, ...entry } = request.postDataJSON() as OptionWrite
        writes.push(entry)
      }
    })
    await page.goto(`/setting?tab=${tab}`)
    await page.locator('main section h2').first().waitFor()
    const card = (id: string) => page.locator(`#card-${id}`)
    return {
      ...visited,
      written: () => writes.splice(0),
      option: (key) => page.locator(`[data-option="${key}"]`),
      control: (key) => page.locator(`[id="option-${key.replaceAll('.', '_')}"]`),
      card,
      save: (id) => card(id).locator('footer').getByRole('button').last().click(),
      says: (text) => page.getByText(text, { exact: true }).first().waitFor(),
    }
  }

  test('faults, changes and search results have no accessibility violations or horizontal scrolling', {
    tag: twoLooks,
  }, async ({ look }) => {
    const here = await open('models', look)
    const { page, close, option } = here
    await option('claude.default_max_tokens').locator('textarea').fill('{')
    await option('claude.default_max_tokens').locator('textarea').blur()
    await option('claude.default_max_tokens').getByRole('alert').waitFor()
    const found = await faultsOf(here, 'settings-complaint')
    await page.locator('main [data-search] input').click()
    await page.locator('.ant-select-item-option').first().waitFor()
    found.push(...(await faultsOf(here, 'settings-search')))
    await page.close({ runBeforeUnload: false })
    await close()
    expect(found).toEqual([])
  })

  test('every option of the four tabs has its place on them', async () => {
    const { page, close } = await open('system')
    const found: string[] = []
    for (const tab of tabs) {
      await page.goto(`/setting?tab=${tab}`)
      await page.locator('main section h2').first().waitFor()
      found.push(
        ...(await page.evaluate<string[]>(
          `[...document.querySelectorAll('[data-option]')].map((row) => row.dataset.option)`,
        )),
      )
    }
    await close()
    const declared = tabs.flatMap((tab) => optionTabs[tab]).flatMap(({ options }) => Object.keys(options))
    expect(found.sort()).toEqual(declared.sort())
  })

  test.describe('the system tab', () => {
    test('only changes are sent, without trailing slashes, and the page then has the new values', async () => {
      const { page, written, control, save, says, card, close } = await open('system')
      await save('address')
      await says('You seem not to have changed anything')
      expect(written()).toEqual([])

      await save('payment')
      await says('Fill in the server address first')
      expect(written()).toEqual([])

      await control('ServerAddress').fill('https://gate.example//')
      await card('address').getByText('1 unsaved change').waitFor()
      await save('address')
      await says('Saved')
      expect(written()).toEqual([{ key: 'ServerAddress', value: 'https://gate.example' }])
      await page.getByText('https://gate.example/oauth/github').waitFor()
      await page.getByText('https://gate.example/oauth/oidc').waitFor()
      await page.getByText('https://gate.example/oauth/linuxdo').waitFor()
      await page.getByText('https://gate.example/api/oauth/telegram/bind').waitFor()
      await page.getByText('https://gate.example/api/stripe/webhook').waitFor()
      await expect(control('ServerAddress')).toHaveValue('https://gate.example')

      await control('PayAddress').fill('https://pay.example/')
      await control('EpayKey').fill('pay secret')
      await control('Price').fill('7.25')
      await save('payment')
      await says('Saved')
      expect(written().sort((a, b) => a.key.localeCompare(b.key))).toEqual([
        { key: 'EpayKey', value: 'pay secret' },
        { key: 'PayAddress', value: 'https://pay.example' },
        { key: 'Price', value: '7.25' },
      ])
      // The page drops a saved secret and only shows that there is one. The notice of the earlier save may still be
      // visible.
      await control('EpayKey').and(page.getByPlaceholder('Set; leave empty to keep it')).waitFor()
      await expect(control('EpayKey')).toHaveValue('')
      await expect(control('EpayKey')).toHaveAttribute('placeholder', 'Set; leave empty to keep it')
      await close()
    })

    test('a save error is shown at its field, in the page’s language', async () => {
      const { page, written, control, option, save, says, close } = await open('system', { language: 'zh' })
      await control('TopupGroupRatio').fill('{"vip":')
      await control('TopupGroupRatio').blur()
      await option('TopupGroupRatio').getByText('充值分组倍率不是合法的 JSON 字符串').waitFor()
      await save('payment')
      await says('请检查输入')
      await control('TopupGroupRatio').fill('[1]')
      await save('payment')
      await option('TopupGroupRatio').getByText('必须是 JSON 对象').waitFor()
      await control('StripeCurrency').fill('kwd')
      await control('StripeCurrency').blur()
      await option('StripeCurrency').getByText('暂不支持用该货币收款').waitFor()
      await control('oidc.well_known').fill('id.example.com')
      await control('oidc.well_known').blur()
      await says('Well-Known URL 必须以 http:// 或 https:// 开头')
      await control('SMTPPort').fill('70000')
      await control('SMTPPort').blur()
      await says('请填写 1 到 65535 之间的数')
      expect(written()).toEqual([])

      // After the undo nothing is left to confirm.
      for (const id of ['payment', 'stripe', 'oidc', 'smtp'])
        await page.locator(`#card-${id}`).getByRole('button', { name: '全部撤销' }).click()
      await page.getByRole('link', { name: '渠道' }).click()
      await page.waitForURL('**/channel')
      await close()
    })

    test('an emptied port is not sent, and neither is an unchanged secret', async () => {
      const { written, control, save, says, close } = await open('system')
      await control('SMTPPort').fill('')
      await save('smtp')
      await says('You seem not to have changed anything')
      await control('SMTPServer').fill('smtp.example.com')
      await control('SMTPPort').fill('465')
      await save('smtp')
      await says('Saved')
      expect(written().sort((a, b) => a.key.localeCompare(b.key))).toEqual([
        { key: 'SMTPPort', value: '465' },
        { key: 'SMTPServer', value: 'smtp.example.com' },
      ])
      await close()
    })

    test('removing a worker removes its key too', async () => {
      await store('WorkerUrl', 'https://worker.example')
      await store('WorkerValidKey', 'key')
      const { written, control, save, says, close } = await open('system')
      await control('WorkerUrl').fill('')
      await save('worker')
      await says('Saved')
      expect(written().sort((a, b) => a.key.localeCompare(b.key))).toEqual([
        { key: 'WorkerUrl', value: '' },
        { key: 'WorkerValidKey', value: '' },
      ])
      await expect(control('WorkerValidKey')).toHaveAttribute('placeholder', 'Not set')
      await close()
    })

    test('switches are saved at once; password login asks for confirmation, and stays on without another login method', async () => {
      const { page, written, control, option, says, close } = await open('system', {
        expectedErrors: [/400/],
      })
      const passwordLogin = control('PasswordLoginEnabled')
      await passwordLogin.click()
      const dialog = page.getByRole('dialog').filter({ hasText: 'Switch off password login?' })
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      await dialog.waitFor({ state: 'hidden' })
      await expect(passwordLogin).toHaveAttribute('aria-checked', 'true')
      expect(written()).toEqual([])

      await passwordLogin.click()
      await dialog.getByRole('button', { name: 'Switch off password login' }).click()
      const refusal = /super administrator must have another way to sign in first/
      await option('PasswordLoginEnabled').getByText(refusal).waitFor()
      expect(written()).toEqual([{ key: 'PasswordLoginEnabled', value: 'false' }])
      await expect(passwordLogin).toHaveAttribute('aria-checked', 'true')

      await control('GitHubOAuthEnabled').click()
      const missing = 'Fill in and save the GitHub client ID and secret first'
      await option('GitHubOAuthEnabled').getByText(missing).waitFor()
      await expect(control('GitHubOAuthEnabled')).toHaveAttribute('aria-checked', 'false')
      await control('EmailAliasRestrictionEnabled').click()
      await says('Switched on: Refuse email aliases')
      expect(written()).toEqual([{ key: 'EmailAliasRestrictionEnabled', value: 'true' }])
      await close()
    })

    test('a switch that cannot be saved goes back and gives the reason', async () => {
      const { page, control, says, close } = await open('system', { expectedErrors: [/502/] })
      await page.route('**/api/option/', (route) =>
        route.request().method() === 'PUT' ? route.fulfill({ status: 502, body: '' }) : route.continue(),
      )
      await control('RegisterEnabled').click()
      await says(/502/)
      await page.locator('#option-RegisterEnabled[aria-checked=true]').waitFor()
      await close()
    })

    test('only valid new domains join the whitelist', async () => {
      const { page, written, control, option, save, says, close } = await open('system', { language: 'zh' })
      const add = async (domain: string) => {
        await control('EmailDomainWhitelist').fill(domain)
        await page.getByRole('button', { name: '添加域名' }).click()
      }
      await add('nowhere')
      await option('EmailDomainWhitelist')
        .getByText('邮箱域名无效，请填写有效的域名，例如 example.com')
        .waitFor()
      await add('gmail.com')
      await option('EmailDomainWhitelist').getByText('该域名已在白名单中').waitFor()
      await add('Firm.example.com')
      await says('已添加到白名单')
      await option('EmailDomainWhitelist').getByRole('button', { name: '移除 163.com' }).click()
      await save('emailDomains')
      await says('保存成功')
      const [entry] = written()
      expect(entry?.value.split(',')).toContain('firm.example.com')
      expect(entry?.value.split(',')).not.toContain('163.com')
      expect(await stored('EmailDomainWhitelist')).toBe(entry?.value)
      await close()
    })

    test('the endpoints of an identity provider are fetched by a button, and before a new document is saved', async () => {
      const { page, written, control, save, says, close } = await open('system', {
        expectedErrors: [/50\d|400/],
      })
      const fetchButton = page.getByRole('button', { name: 'Fetch OIDC config' })
      await fetchButton.click()
      await says('Well-Known URL must start with http:// or https://')
      await control('oidc.well_known').fill(`${outside.origin}/nothing`)
      await fetchButton.click()
      await says('Failed to fetch OIDC config, check network and Well-Known URL')
      await save('oidc')
      await says('Failed to fetch OIDC config, check network and Well-Known URL')
      expect(written()).toEqual([])

      await control('oidc.well_known').fill(`${outside.origin}/.well-known/openid-configuration`)
      await save('oidc')
      await says('OIDC config fetched')
      await says('Saved')
      expect(await stored('oidc.token_endpoint')).toBe(`${outside.origin}/token`)
      expect(await stored('oidc.user_info_endpoint')).toBe(`${outside.origin}/me`)
      await expect(control('oidc.authorization_endpoint')).toHaveValue(`${outside.origin}/authorize`)
      await close()
    })

    test('a plain administrator can read it and sees who may change it', async () => {
      const here = await open('system', {
        language: 'zh',
        role: 'admin',
      })
      const { page, control, card, close } = here
      await page.getByText('这一页只有超级管理员可以修改，你可以查看。').waitFor()
      await expect(control('ServerAddress')).toHaveAttribute('readonly')
      await expect(control('PasswordLoginEnabled')).toBeDisabled()
      await expect(card('smtp').locator('footer')).toHaveCount(0)
      expect(await faultsOf(here, 'settings-read-only')).toEqual([])
      await page.goto('/setting?tab=other')
      await page.locator('#card-name footer').waitFor()
      await close()
    })

    test('an ordinary user cannot open it', async () => {
      const { page, close } = await visitAs('user')
      await page.goto('/setting')
      await page.waitForURL((url) => url.pathname !== '/setting')
      await close()
    })
  })

  test.describe('the tab other', () => {
    /** Handlers are refused even in text that is only read, and the browser reports it. */
    const refused = [/inline event handler violates/]

    test('each text is saved separately with its own notice', async () => {
      const { page, written, control, save, says, close } = await open('other')
      const texts = [
        ['notice', 'Notice', 'Notice updated'],
        ['name', 'SystemName', 'System name updated'],
        ['logo', 'Logo', 'Logo updated'],
        ['home', 'HomePageContent', 'Home content updated'],
        ['about', 'About', 'About updated'],
        ['footer', 'Footer', 'Footer updated'],
      ] as const
      for (const [id, key, said] of texts) {
        // Each value is a path, because a logo must be one.
        const value = `/new ${key}`
        await control(key).fill(value)
        await save(id)
        await says(said)
        expect(written()).toEqual([{ key, value }])
      }
      // The top bar shows the name at once.
      await page.getByRole('banner').getByText('/new SystemName').waitFor()
      await store('SystemName', 'New API')
      await store('Logo', '')
      await close()
    })

    test('a text that cannot be saved is named, with the reason', async () => {
      const { page, control, option, save, says, close } = await open('other', { expectedErrors: [/502/] })
      await page.route('**/api/option/', (route) =>
        route.request().method() === 'PUT' ? route.fulfill({ status: 502, body: '' }) : route.continue(),
      )
      await control('About').fill('lost')
      await save('about')
      await says(/^About update failed: /)
      await option('About').getByRole('alert').waitFor()
      await expect(control('About')).toHaveValue('lost')
      await page.close({ runBeforeUnload: false })
      await close()
    })

    test("a preview shows the visitors' view, and no scripts run", async () => {
      const here = await open('other', { language: 'zh', expectedErrors: refused })
      const { page, control, card, close } = here
      await control('Notice').fill(
        '# 标题\n\n**重点** <img alt="" src="data:," onerror="document.title = 1"><script>1</script>',
      )
      await card('notice').getByText('预览').click()
      await card('notice').getByRole('heading', { name: '标题' }).waitFor()
      await expect(card('notice').locator('script, [onerror]')).toHaveCount(0)
      expect(await faultsOf(here, 'settings-preview')).toEqual([])
      await control('HomePageContent').fill('https://docs.example.com')
      await card('home').getByText('预览').click()
      await card('home').getByRole('link', { name: 'https://docs.example.com' }).waitFor()
      await page.close({ runBeforeUnload: false })
      await close()
    })

    test('a list is edited entry by entry: added, completed, ordered, deleted', async () => {
      const here = await open('other')
      const { page, written, control, card, save, says, close } = here
      const add = () => control('console_setting.faq').click()
      const part = (name: string) => card('faq').getByLabel(name, { exact: true })
      await add()
      await part('Question, entry 1').fill('Why?')
      await save('faq')
      await says('Entry 1, Answer (Markdown): must not be empty')
      await card('faq').getByText('Fill in this field').waitFor()
      expect(await faultsOf(here, 'settings-list')).toEqual([])
      expect(written()).toEqual([])
      await part('Answer (Markdown), entry 1').fill('Because.')
      await add()
      await part('Question, entry 2').fill('How?')
      await part('Answer (Markdown), entry 2').fill('So.')
      await card('faq').getByRole('button', { name: 'Move entry 2 up' }).click()
      await add()
      await card('faq').getByRole('button', { name: 'Delete entry 3' }).click()
      await save('faq')
      await says('Saved')
      const [{ key, value } = { key: '', value: '' }] = written()
      expect([key, JSON.parse(value)]).toEqual([
        'console_setting.faq',
        [
          { question: 'How?', answer: 'So.' },
          { question: 'Why?', answer: 'Because.' },
        ],
      ])
      await control('console_setting.announcements').click()
      await card('announcements').getByLabel('Text (Markdown), entry 1').fill('**News**')
      await save('announcements')
      // The bell shows it at once.
      await page.getByRole('button', { name: 'Announcement', exact: true }).click()
      await page.getByRole('dialog').getByText('News', { exact: true }).waitFor()
      await store('console_setting.faq', '')
      await store('console_setting.announcements', '')
      await close()
    })

    test('a newer release is shown with its notes and its link', async () => {
      const here = await open('other', { expectedErrors: refused })
      const { page, close } = here
      await page.getByRole('button', { name: 'Check for update' }).click()
      const dialog = page.getByRole('dialog', { name: 'Version v9.9.9 is available' })
      await dialog.getByRole('heading', { name: 'Better' }).waitFor()
      await expect(dialog.locator('[onerror]')).toHaveCount(0)
      await expect(dialog.getByRole('link', { name: 'Details' })).toHaveAttribute(
        'href',
        'https://releases.example/v9.9.9',
      )
      expect(await faultsOf(here, 'settings-release')).toEqual([])
      await close()
    })

    test('the latest release is reported as current; a failed check is reported', async () => {
      const { page, says, close } = await open('other', { language: 'zh', expectedErrors: [/502/] })
      const data = { version: 'v1', latest: 'v1', is_current: true, notes: '', url: '' }
      await page.route('**/api/status/update', (route) =>
        route.fulfill({ json: { success: true, message: '', data } }),
      )
      await page.getByRole('button', { name: '检查更新' }).click()
      await says('已是最新版本 v1')
      await page.unroute('**/api/status/update')
      await page.route('**/api/status/update', (route) => route.fulfill({ status: 502, body: '' }))
      await page.getByRole('button', { name: '检查更新' }).click()
      await says('检查更新失败，请稍后再试')
      await close()
    })
  })

  test.describe('the tab ratelimit', () => {
    test.beforeEach(() => store('ModelRequestRateLimitGroup', '{"vip":[0,1000]}'))

    test('the table and the JSON of the groups show the same data', async () => {
      const { page, written, control, card, save, says, close } = await open('ratelimit')
      const add = card('modelRequests')
      await page.getByLabel('Max requests of vip').fill('60')
      await add.getByRole('combobox', { name: 'Choose or type a group' }).fill('gold')
      await add.getByRole('button', { name: 'Add the group' }).click()
      await page.getByLabel('Max successful requests of gold').fill('30')
      await page.getByLabel('Max successful requests of gold').blur()
      const value = '{\n  "vip": [60, 1000],\n  "gold": [0, 30]\n}'
      await expect(control('ModelRequestRateLimitGroup')).toHaveValue(value)
      await save('modelRequests')
      await says('Saved')
      expect(written()).toEqual([{ key: 'ModelRequestRateLimitGroup', value }])

      await control('ModelRequestRateLimitGroup').fill('{"vip":[5,5]}')
      await page.getByText('gold', { exact: true }).waitFor({ state: 'hidden' })
      await expect(page.getByLabel('Max requests of vip')).toHaveValue('5')
      await page.getByRole('button', { name: 'Remove vip' }).click()
      await expect(control('ModelRequestRateLimitGroup')).toHaveValue('{}')
      await page.close({ runBeforeUnload: false })
      await close()
    })

    test('limits of accounts, groups and models are typed as numbers and kept as JSON', async () => {
      const { page, written, control, card, save, says, close } = await open('ratelimit')
      await card('accountLimits').getByLabel('Requests per minute').fill('600')
      await save('accountLimits')
      await says('Saved')
      await page.getByRole('combobox', { name: 'Choose or type a model' }).fill('gpt-4o')
      await page.getByRole('button', { name: 'Add the model' }).click()
      await card('modelLimits').getByRole('group', { name: 'gpt-4o' }).getByLabel('Calls at once').fill('8')
      await save('modelLimits')
      await card('modelLimits').getByText('1 unsaved change').waitFor({ state: 'hidden' })
      expect(written().map(({ key, value }) => [key, JSON.parse(value)])).toEqual([
        ['DefaultUserLimits', { rpm: 600 }],
        ['ModelLimits', { 'gpt-4o': { concurrency: 8 } }],
      ])
      await card('groupLimits').getByText('JSON').click()
      await control('GroupLimits').fill('{"vip":{"rpm":-1}}')
      await save('groupLimits')
      await says('vip → Requests a minute: must not be less than 0')
      await control('GroupLimits').fill('{"vip":{"rpm":1}}')
      await card('groupLimits').getByText('Form').click()
      await card('groupLimits').getByRole('button', { name: 'Remove vip' }).click()
      await save('groupLimits')
      await says('You seem not to have changed anything')
      await close()
    })

    test('numbers out of range are reported with their group', async () => {
      const { page, written, control, option, save, says, close } = await open('ratelimit', {
        language: 'zh',
      })
      const group = option('ModelRequestRateLimitGroup')
      for (const [text, said] of [
        ['{"vip":', '不是合法的 JSON 字符串'],
        ['{"vip":[-1,1]}', 'vip → 最多请求次数：不能小于 0'],
        ['{"vip":[0,0]}', 'vip → 最多成功次数：不能小于 1'],
        ['{"vip":[1]}', 'vip：必须是一对数字'],
      ] as const) {
        await control('ModelRequestRateLimitGroup').fill(text)
        await control('ModelRequestRateLimitGroup').blur()
        await group.getByText(said).waitFor()
      }
      await control('ModelRequestRateLimitSuccessCount').fill('0')
      await control('ModelRequestRateLimitCount').fill('-1')
      await control('ModelRequestRateLimitDurationMinutes').fill('-1')
      await save('modelRequests')
      await says('请检查输入')
      await option('ModelRequestRateLimitSuccessCount')
        .getByText('请填写 1 到 1,000,000,000 之间的数')
        .waitFor()
      await option('ModelRequestRateLimitCount').getByText('请填写 0 到 1,000,000,000 之间的数').waitFor()
      await option('ModelRequestRateLimitDurationMinutes').getByText('请填写 0 到 525600 之间的数').waitFor()
      expect(written()).toEqual([])
      await page.close({ runBeforeUnload: false })
      await close()
    })

    test('the switch is saved after the numbers; a failure is distinguished from what was saved', async () => {
      const { page, written, control, save, says, option, close } = await open('ratelimit', {
        expectedErrors: [/502/],
      })
      await control('ModelRequestRateLimitEnabled').click()
      await control('ModelRequestRateLimitCount').fill('100')
      await control('ModelRequestRateLimitDurationMinutes').fill('5')
      await page.route('**/api/option/', (route) =>
        (route.request().postData() ?? '').includes('"ModelRequestRateLimitCount"')
          ? route.fulfill({ status: 502, body: '' })
          : route.continue(),
      )
      await save('modelRequests')
      await says('Some saves failed, please retry')
      await option('ModelRequestRateLimitCount').getByRole('alert').waitFor()
      expect(
        written()
          .map(({ key }) => key)
          .sort(),
      ).toEqual(['ModelRequestRateLimitCount', 'ModelRequestRateLimitDurationMinutes'])
      await page.unroute('**/api/option/')
      await save('modelRequests')
      await says('Saved')
      expect(written().map(({ key }) => key)).toEqual([
        'ModelRequestRateLimitCount',
        'ModelRequestRateLimitEnabled',
      ])
      await close()
    })

    test('saved but not reloaded: both are reported', async () => {
      const { page, control, save, says, close } = await open('ratelimit', { expectedErrors: [/502/] })
      await page.route('**/api/option/', (route) =>
        route.request().method() === 'GET' ? route.fulfill({ status: 502, body: '' }) : route.continue(),
      )
      await control('ModelRequestRateLimitCount').fill('77')
      await save('modelRequests')
      await says('Saved')
      await says('Refresh failed')
      expect(await stored('ModelRequestRateLimitCount')).toBe('77')
      await expect(control('ModelRequestRateLimitCount')).toHaveValue('77')
      await close()
    })
  })

  test.describe('the tab models', () => {
    test('the interval of pings can be set only while pings are on', async () => {
      const { written, control, option, save, says, close } = await open('models')
      const seconds = control('general_setting.ping_interval_seconds')
      await expect(seconds).toBeDisabled()
      await control('general_setting.ping_interval_enabled').click()
      await seconds.fill('0')
      await save('global')
      await option('general_setting.ping_interval_seconds').getByText('Must be between 1 and 3600').waitFor()
      await seconds.fill('15')
      await save('global')
      await says('Saved')
      expect(written()).toEqual([
        { key: 'general_setting.ping_interval_seconds', value: '15' },
        { key: 'general_setting.ping_interval_enabled', value: 'true' },
      ])
      await close()
    })

    test('shares must be between 0.1 and 1, and JSON must be valid', async () => {
      const { page, written, control, option, save, says, close } = await open('models', { language: 'zh' })
      const share = 'gemini.thinking_adapter_budget_tokens_percentage'
      for (const text of ['0.05', '1.5']) {
        await control(share).fill(text)
        await control(share).blur()
        await option(share).getByText('请填写 0.1 到 1 之间的数').waitFor()
      }
      await control(share).fill('0.75')
      await control('gemini.version_settings').fill('{"default":1}')
      await save('gemini')
      await says('请检查输入')
      await option('gemini.version_settings').getByText('default：必须是文本').waitFor()
      await control('gemini.version_settings').fill('{"default":"v1beta"}')
      await control('gemini.supported_imagine_models').fill('gemini-9-image,')
      await save('gemini')
      await says('保存成功')
      const sent = Object.fromEntries(written().map(({ key, value }) => [key, value]))
      expect(Object.keys(sent).sort()).toEqual([
        'gemini.supported_imagine_models',
        share,
        'gemini.version_settings',
      ])
      expect(JSON.parse(sent['gemini.supported_imagine_models'] ?? '')).toContain('gemini-9-image')
      for (const key of ['claude.model_headers_settings', 'claude.default_max_tokens']) {
        await control(key).fill('{')
        await control(key).blur()
        await option(key).getByText('不是合法的 JSON 字符串').waitFor()
      }
      await page.close({ runBeforeUnload: false })
      await close()
    })
  })

  test.describe('the frame', () => {
    test('an option is found by its name in the other language and by its key, and the page goes there', async () => {
      const { page, close } = await open('models', { language: 'en' })
      const search = page.locator('main [data-search] input')
      await page.keyboard.press('/')
      await search.fill('公众号二维码')
      await page.locator('.ant-select-item-option').first().click()
      await page.waitForURL('**/setting?tab=system')
      await page.locator('#option-WeChatAccountQRCodeImageURL:focus').waitFor()
      await search.fill('claude.default_max')
      await page.keyboard.press('Enter')
      await page.waitForURL('**/setting?tab=models')
      await page.locator('#option-claude_default_max_tokens:focus').waitFor()
      await close()
    })

    test('a link to an option shows it, focuses it and marks it, also from the page itself', async () => {
      await store('general_setting.ping_interval_enabled', 'false')
      const { page, option, card, close } = await open('system')
      /** Waits, as content above it may still grow. */
      const foundInView = async () => {
        const isInView = `[document.querySelector('[data-found]')?.getBoundingClientRect()]
          .some((place) => place && place.top >= 0 && place.bottom <= innerHeight)`
        while (!(await page.evaluate(isInView))) await comeToRest(page)
      }
      await page.evaluate(`location.hash = 'option-AutomaticEnableChannelEnabled'`)
      const place = option('AutomaticEnableChannelEnabled').and(page.locator('[data-found]'))
      await place.locator('button:focus').waitFor()
      await foundInView()
      await page.evaluate(`location.hash = 'option-GroupLimits'`)
      await option('GroupLimits').and(page.locator('[data-found]')).locator('input:focus').waitFor()
      // Disabled while pings are off: the row has the focus.
      await page.evaluate(`location.hash = 'option-general_setting_ping_interval_seconds'`)
      const row = option('general_setting.ping_interval_seconds').and(page.locator('[data-found]:focus'))
      await row.waitFor()
      await foundInView()
      // A table edits two options at once: the card is marked.
      await page.evaluate(`location.hash = 'option-GroupRatio'`)
      await card('groups').and(page.locator('[data-found]:focus')).waitFor()
      await page.keyboard.press('Tab')
      await card('groups').and(page.locator(':not([data-found])')).waitFor()
      await expect.poll(() => new URL(page.url()).hash).toBe('')
      await close()
    })

    test('unsaved input survives a change of tabs, and is lost only after a confirmation', async () => {
      const { page, control, close } = await open('models', { language: 'zh' })
      await control('claude.default_max_tokens').fill('{"default":1}')
      await page.getByRole('tab', { name: '其他' }).click()
      await page.locator('#card-notice').waitFor()
      await page.getByRole('tab', { name: '模型' }).click()
      await expect(control('claude.default_max_tokens')).toHaveValue('{"default":1}')
      await page.getByRole('link', { name: '渠道' }).click()
      const dialog = page.getByRole('dialog').filter({ hasText: '放弃未保存的修改？' })
      await dialog.getByRole('button', { name: '继续编辑' }).click()
      await expect.poll(() => new URL(page.url()).pathname).toBe('/setting')
      await page.getByRole('link', { name: '渠道' }).click()
      await dialog.getByRole('button', { name: '放弃修改' }).click()
      await page.waitForURL('**/channel')
      await close()
    })

    test('the list of cards scrolls to them; on a phone it is a select', async () => {
      const { page, card, close } = await open('system')
      await page.getByRole('link', { name: 'Telegram login' }).click()
      await page.getByRole('link', { name: 'Telegram login' }).and(page.locator('[aria-current]')).waitFor()
      await card('telegram').and(page.locator(':focus')).waitFor()
      await close()
      const phone = await open('system', { device: 'phone' })
      await phone.page.getByRole('combobox', { name: 'On this page' }).click()
      await phone.page.locator('.ant-select-item-option').filter({ hasText: 'SMTP mail' }).click()
      await phone.page.locator('#card-smtp:focus').waitFor()
      await phone.close()
    })

    test('one change can be undone beside its name; Ctrl+Enter saves the card', async () => {
      const { page, written, control, option, says, close } = await open('models')
      const share = 'claude.thinking_adapter_budget_tokens_percentage'
      await control(share).fill('0.5')
      await page.getByRole('button', { name: 'Undo the change of Thinking budget share' }).click()
      await expect(control(share)).toHaveValue('0.8')
      await expect(option(share)).toHaveAttribute('data-changed', 'false')
      await control(share).fill('0.9')
      await page.keyboard.press('Control+Enter')
      await says('Saved')
      expect(written()).toEqual([{ key: share, value: '0.9' }])
      await close()
    })
  })
})
