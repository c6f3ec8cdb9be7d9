import type { Browser } from '@playwright/test'
import { accounts, password, rootName } from '../../server/test/accounts.ts'
import { createDatabase } from '../../server/test/databases.ts'
import { fakeOpenAi } from '../../server/test/fake-openai.ts'
import { startFakeUpstream } from '../../server/test/fake-upstream.ts'
import { type ServerProcess, startServerProcess } from '../../server/test/server-process.ts'
import { openAiClient, startTestServer } from '../../server/test/test-server.ts'
import { type Visit, visit } from '../harness/browser.ts'
import { findFaults, logIn, navigate, openConsole } from '../harness/console-visit.ts'
import { forTests } from '../harness/for-tests.ts'
import { type Appearance, isUsual, languages, type Theme, twoLooks } from '../harness/looks.ts'
import { findButton, readClipboard } from '../harness/page-parts.ts'
import { waitUntilSettled } from '../harness/page-rest.ts'
import { setOptions } from '../harness/site-options.ts'
import { expect, test } from '../harness/test.ts'

test.describe('the console in a browser', () => {
  const upstream = forTests(() => startFakeUpstream(fakeOpenAi()))
  const server = forTests(startTestServer)
  let browser: Browser
  test.beforeAll(async ({ browser: launched }) => {
    browser = launched
    await server.api('root').put('/api/option/batch', {
      options: [
        { key: 'legal.user_agreement', value: '# Terms\n\nWith [a link](https://legal.example).' },
        { key: 'legal.privacy_policy', value: 'Nothing is kept.' },
      ],
    })
    await server.addChannel(upstream.url, { name: 'a channel with quite a long name, 渠道 🚀', tag: 'eu' })
    for (const role of ['user', 'root'] as const) {
      const key = await server.makeToken(role, { name: 'a token with a long name' })
      const call = (model: string) =>
        server.openai(key).chat.completions.create({ model, messages: [{ role: 'user', content: 'hi' }] })
      await call('gpt-4o')
      await call('no-such-model-of-a-name-that-does-not-end').catch(() => {})
    }
  })

  /** The pages of a visitor who is not signed in, and a selector that matches once they have loaded. */
  const publicScreens = [
    ['/login', '#username'],
    ['/register', '#username'],
    // Without mail there is no form.
    ['/reset', 'main h1'],
    ['/user/reset?email=a%40example.com&token=x', '#email'],
    ['/about', 'h1, main h2'],
    ['/user-agreement', 'main h1'],
    ['/pricing', 'main tbody th, main li'],
  ] as const
  /**
   * The pages of an administrator, and a selector that matches once they have loaded. The dashboard, the list of
   * channels and their routing, models, codes, users, the audit trail, margins, tasks, the wallet, the playground, the
   * system page, and the operation and models tabs have tests of their own in both looks.
   */
  const screens = [
    ['/', 'h1'],
    ['/token', 'h1'],
    ['/token?open=new', '[role=dialog]'],
    ['/token?open=connect-2', '[role=dialog] pre'],
    ['/log', 'h1'],
    ['/pricing', 'main tbody th, main li'],
    ['/pricing?model=gpt-4o', '[role=dialog] table'],
    ['/channel/add', '[role=dialog]'],
    ['/channel/edit/1', '[role=dialog]'],
    ['/orders', 'main [role=tabpanel] h2, main [role=tabpanel] tbody'],
    ['/orders?tab=alerts', 'main [role=tabpanel] h2, main [role=tabpanel] tbody'],
    ['/console/prices', 'main [data-cell], main li'],
    ['/console/prices?open=gpt-4o', '[role=dialog] table'],
    ['/personal', '#menu'],
    ['/personal?tab=security', '#sessions li'],
    ['/personal?tab=alerts', '#notifications'],
    ['/personal?tab=developer', '#models'],
    ['/setting?tab=system', 'main section h2'],
    ['/setting?tab=other', 'main section h2'],
    ['/setting?tab=ratelimit', 'main section h2'],
    ['/chat', 'main [role=alert]'],
    ['/no-such-page', 'h1'],
  ] as const

  async function findFaultsOnScreens(
    here: Visit,
    list: readonly (readonly [string, string])[],
    look: Appearance,
  ): Promise<string[]> {
    const faults: string[] = []
    for (const [index, [path, loaded]] of list.entries()) {
      // The usual look loads every third page by its address. All others come from the page before, without a load.
      if (isUsual(look) && index % 3 === 0) await here.page.goto(path)
      else await navigate(here.page, path)
      await here.page.locator(loaded).first().waitFor()
      faults.push(...(await findFaults(here, buildPictureName(path))))
    }
    return faults
  }
  /** The name of the picture of an address. */
  const buildPictureName = (path: string) => path.replace(/\W+/g, '-').replace(/^-|-$/g, '') || 'home'

  async function findFaultsOnAllScreens(look: Appearance): Promise<string[]> {
    const guest = await visit(browser, { url: server.url, ...look })
    const faults = await findFaultsOnScreens(guest, publicScreens, look)
    await expect(guest.page.locator('html')).toHaveAttribute('lang', new RegExp(`^${look.language}`))
    await guest.close()

    const here = await openConsole(browser, { url: server.url, username: rootName, ...look })
    const { page } = here
    faults.push(...(await findFaultsOnScreens(here, screens, look)))
    await page.goto('/log')
    const entries =
      look.device === 'phone' ? page.getByRole('listitem').getByRole('button') : page.locator('.ant-table-row')
    // The newest row has failed; the one below has a price.
    for (const index of [0, 1]) {
      await entries.nth(index).click()
      await page.locator('section h2').filter({ visible: true }).first().waitFor()
      faults.push(...(await findFaults(here, `log-row-${index}`)))
      if (look.device === 'phone') await page.keyboard.press('Escape')
    }
    await here.close()
    return faults
  }

  test('every screen shows without errors, accessibility violations or horizontal scrolling', {
    tag: twoLooks,
  }, async ({ look }) => {
    test.setTimeout(600_000)
    expect(await findFaultsOnAllScreens(look)).toEqual([])
  })

  test('pages fit between the widths of a phone and a desktop', async () => {
    await setOptions(server, {
      'console_setting.announcements': JSON.stringify([
        { content: 'Slow', publishDate: new Date().toISOString(), type: 'warning', extra: '' },
      ]),
    })
    const { page, close } = await openConsole(browser, { url: server.url, username: rootName })
    const faults: string[] = []
    // Twice the size of the texts on a laptop; the narrowest page with a side menu; the narrowest with a whole one.
    for (const width of [683, 850, 1200]) {
      await page.setViewportSize({ width, height: 800 })
      for (const path of ['/log', '/playground', '/margin', '/setting', '/console/system', '/pricing']) {
        await navigate(page, path)
        await waitUntilSettled(page)
        const excess = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
        if (excess > 0) faults.push(`${path} at ${width} pixels is ${excess} too wide`)
      }
    }
    expect(faults).toEqual([])
    await close()
  })

  test('a style element that a script creates is applied, one in injected markup is refused', async () => {
    const { page, close } = await visit(browser, { url: server.url, expectedErrors: [/style-src/] })
    await page.goto('/login')
    await page.locator('#username').waitFor()
    const applied = await page.evaluate<string[]>(`(() => {
      const created = document.createElement('style')
      created.textContent = ':root { --created: yes }'
      document.head.append(created)
      document.body.insertAdjacentHTML('beforeend', '<style>:root { --injected: yes }</style>')
      const styles = getComputedStyle(document.documentElement)
      return ['--created', '--injected'].filter((name) => styles.getPropertyValue(name) !== '')
    })()`)
    expect(applied).toEqual(['--created'])
    await close()
  })

  test('the description of the API is shown under its own content security policy', async () => {
    const { page, close, screenshot } = await visit(browser, { url: server.url, theme: 'dark' })
    await page.goto('/api/docs')
    await page.locator('h3').getByText('token', { exact: true }).click()
    await page.locator('[data-path="/api/token/search"]').first().click()
    await page.getByRole('heading', { name: 'Responses' }).first().waitFor()
    await screenshot('api-docs')
    await close()
  })

  test('a user logs in and finds the call in the usage log', async () => {
    const { page, close } = await visit(browser, { url: server.url })
    await page.goto('/login')
    await logIn(page, accounts.user.username)
    await page.waitForURL('**/token')
    await page.goto('/log')
    await page.getByText('gpt-4o').first().waitFor()
    await close()
  })

  test('the theme follows the system until it is set', async () => {
    const { page, close } = await visit(browser, { url: server.url, theme: 'dark' })
    const waitForTheme = (theme: Theme) => page.locator(`html[data-theme=${theme}]`).waitFor()
    await page.goto('/login')
    await page.getByRole('button', { name: 'Switch to light' }).waitFor()
    await waitForTheme('dark')
    await page.emulateMedia({ colorScheme: 'light' })
    await waitForTheme('light')
    await page.emulateMedia({ colorScheme: 'dark' })
    await waitForTheme('dark')
    await page.getByRole('button', { name: 'Switch to light' }).click()
    await waitForTheme('light')
    await page.reload()
    await page.getByRole('button', { name: 'Switch to dark' }).waitFor()
    await waitForTheme('light')
    await close()
  })

  test('the title of the browser tab names the page', async () => {
    const { page, close } = await openConsole(browser, {
      url: server.url,
      username: accounts.user.username,
    })
    const titles = {
      '/': 'Sluice',
      // A signed-in visitor does not see the login form again.
      '/login': 'API tokens · Sluice',
      '/about': 'About · Sluice',
      '/user/reset': 'Password reset · Sluice',
      '/log': 'Usage log · Sluice',
      '/logs': 'This page does not exist · Sluice',
    }
    for (const [path, title] of Object.entries(titles)) {
      await page.goto(path)
      await waitUntilSettled(page)
      await expect(page).toHaveTitle(title)
    }
    await close()
  })

  test('a wrong password is reported and the visitor stays on the page', async () => {
    const { page, close } = await visit(browser, { url: server.url })
    await page.goto('/login')
    await page.locator('#username').fill(accounts.user.username)
    await page.locator('#password').fill('not the password')
    await page.locator('button[type=submit]').click()
    await page.getByRole('alert').waitFor()
    await expect.poll(() => new URL(page.url()).pathname).toBe('/login')
    // The button's name does not contain the spinner.
    await page.getByRole('button', { name: 'Log in', exact: true }).and(page.locator('[type=submit]')).waitFor()
    await close()
  })

  test('a visitor chooses a group, searches a model, opens its price details, and goes back', async () => {
    await server.addChannel(upstream.url, { groups: ['vip'], models: 'gpt-4o,vip-only' })
    const put = (key: string, value: object) =>
      server.api('root').put('/api/option/', { key, value: JSON.stringify(value) })
    await put('GroupRatio', { default: 1, vip: 0.8, svip: 1 })
    await put('ModelPrice', { 'vip-only': 0.05 })
    const { page, context, close } = await visit(browser, { url: server.url })
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const row = (name: string) => page.getByRole('row').filter({ hasText: name })

    await page.goto('/pricing')
    await row('gpt-4o-mini').getByText('$0.15').waitFor()
    await page.getByText('4 models').waitFor()
    await page.getByRole('radio', { name: 'vip ×0.8' }).check()
    await row('gpt-4o').getByText('$2.00').waitFor()
    await row('gpt-4o').getByText('list $2.50').waitFor()
    await row('vip-only').getByText('$0.04 per call').waitFor()
    await expect.poll(() => new URL(page.url()).search).toBe('?group=vip')

    await page.keyboard.press('/')
    await page.locator('input:focus').waitFor()
    await page.keyboard.type('openai')
    await page.getByText('1 model', { exact: true }).waitFor()
    await page.waitForURL('**/pricing?group=vip&keyword=openai')
    await page.getByRole('button', { name: 'Copy gpt-4o' }).click()
    await expect.poll(() => readClipboard(page)).toBe('gpt-4o')

    await page.getByRole('button', { name: 'Price details of gpt-4o' }).click()
    const details = page.getByRole('dialog', { name: 'gpt-4o' })
    await details.getByRole('button', { name: 'default' }).click()
    await details.getByRole('columnheader', { name: 'Group default' }).first().waitFor()
    await page.goBack()
    await details.waitFor({ state: 'hidden' })
    await close()
  })

  test.describe('a new system', () => {
    let fresh: ServerProcess
    let drop: () => Promise<void>
    test.beforeAll(async () => {
      const database = await createDatabase('SQLite')
      drop = database.drop
      fresh = await startServerProcess({ LOG_LEVEL: 'warn', ...database.environment })
    })
    test.afterAll(async () => {
      if (fresh) expect(await fresh.terminate()).toBe(0)
      await drop?.()
    })

    test('is ready for set-up', { tag: twoLooks }, async ({ look }) => {
      // The texts in either language have to fit on either device.
      for (const language of languages) {
        const here = await visit(browser, { url: fresh.url, ...look, language })
        await here.page.goto('/')
        await here.page.locator('#username').waitFor()
        await expect.poll(() => new URL(here.page.url()).pathname).toBe('/setup')
        const faults = await findFaults(here, 'setup')
        await here.close()
        expect(faults).toEqual([])
      }
    })

    test('can be set up in the console, up to a first call and its price', async () => {
      const here = await visit(browser, { url: fresh.url })
      const { page, context, close } = here
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      const button = (name: string) => findButton(page, name)

      await page.goto('/')
      await page.getByLabel('Administrator username').fill(rootName)
      await page.getByLabel('Password', { exact: true }).fill(password)
      await page.getByLabel('Confirm password').fill(password)
      await expect(page.getByLabel('Site name')).toHaveValue('Sluice')
      await page.getByLabel('Site name').fill('Acme gateway')
      await button('Initialise system').click()
      await page.waitForURL('**/detail')
      const steps = page.getByRole('region', { name: 'No calls yet' })
      await steps.getByRole('listitem').nth(3).waitFor()
      await expect(steps.getByRole('listitem')).toHaveCount(4)
      await expect(page).toHaveTitle(/Acme gateway/)
      await expect(page.getByLabel('Done')).toHaveCount(0)

      await button('Add channel').click()
      const channel = page.getByRole('dialog')
      await channel.getByLabel('Name', { exact: true }).fill('Main')
      await channel.getByLabel('Base URL').fill(upstream.url)
      await channel.getByLabel('Key', { exact: true }).fill('sk-upstream')
      await channel.getByPlaceholder('Custom names').fill('gpt-4o')
      await button('Add').click()
      await button('Create').click()
      await channel.waitFor({ state: 'hidden' })
      await page.getByRole('row').getByText('Main').waitFor()

      await page.goto('/detail')
      // The channel, and the default price of its model.
      await page.getByLabel('Done').nth(1).waitFor()
      // An operator tries the site without a key. This one makes a key, too.
      await steps.getByRole('button', { name: 'Open playground' }).waitFor()
      await page.goto('/token?open=new')
      const drawer = page.getByRole('dialog', { name: 'New key' })
      // A name is proposed, and the line says where the key stops.
      await expect(drawer.getByLabel('Name', { exact: true })).toHaveValue('First key')
      await drawer.getByText('Stops after $1.00').waitFor()
      await button('Create').click()
      // Two clicks for a key; a third copies what Claude Code needs.
      await button('Copy In a terminal').click()
      await expect.poll(() => readClipboard(page)).toMatch(/^export ANTHROPIC_BASE_URL=.*\n.*sk-\w{48}\n/)
      const settings = await readClipboard(page)
      const key = /sk-\w{48}/.exec(settings)?.[0] ?? ''
      expect(settings).toContain(`ANTHROPIC_BASE_URL=${fresh.url}`)
      await page.getByText('Waiting for the first call').waitFor()
      expect(await findFaults(here, 'connect')).toEqual([])
      await button('No limit').click()
      await page.getByText('It stops after').waitFor({ state: 'hidden' })

      const answer = await openAiClient(fresh.url, key).chat.completions.create({
        model: 'gpt-4o',
        messages: [{ role: 'user', content: 'hi' }],
      })
      expect(answer.choices[0]?.message.content).toBe('The river runs through the gate.')
      // The page notices the call, and shows what it cost.
      await page.getByText('It works.').waitFor()
      await page.getByRole('region', { name: 'Receipt: gpt-4o' }).getByText('Sum verified').waitFor()

      await page.goto('/detail')
      // The steps are over with the first call, though there is no mail server.
      await page.getByRole('region', { name: 'Channel health' }).waitFor()
      await page.getByRole('region', { name: 'Spend by model' }).waitFor()
      await expect(steps).toHaveCount(0)

      await page.goto('/log')
      const row = page.getByRole('row').filter({ hasText: 'gpt-4o' })
      await row.getByText('100 → 20').waitFor()
      // 100 in and 20 out at four times the price, at a model ratio of 1.25.
      await row.getByText('$0.00045').waitFor()
      await row.click()
      const details = page.getByRole('dialog', { name: 'Call details' })
      await details.getByRole('region', { name: 'Receipt: gpt-4o' }).getByText('Sum verified').waitFor()
      await details.getByText('As ratios').click()
      await details.getByText('$0.000450 · 225').waitFor()
      await details.getByText('Main').first().waitFor()
      await close()
    })
  })
})
