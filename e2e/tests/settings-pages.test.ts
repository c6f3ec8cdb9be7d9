import type { Browser, Locator } from '@playwright/test'
import type { OptionEntry, OptionWrite } from '@sluice/contract/option'
import { startTestServer, type TestRole, type TestServer } from '../../server/test/test-server.ts'
import type { Visit } from '../harness/browser.ts'
import { findFaults, openConsole } from '../harness/console-visit.ts'
import { type Look, twoLooks } from '../harness/looks.ts'
import { waitUntilSettled } from '../harness/page-rest.ts'
import { expect, test } from '../harness/test.ts'

/** Starts a server that answers the newest release. */
function startReleases() {
  const releases = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: () => {
      const body = '## Better\n\n<img alt="" src="data:," onerror="alert(1)"> **faster**'
      return Response.json({ tag_name: 'v9.9.9', body, html_url: 'https://releases.example/v9.9.9' })
    },
  })
  return { origin: `http://127.0.0.1:${releases.port}`, port: releases.port, stop: () => releases.stop(true) }
}

test.describe('the settings in a browser', () => {
  let server: TestServer
  let releases: ReturnType<typeof startReleases>
  let browser: Browser
  test.beforeAll(async ({ browser: launched }) => {
    releases = startReleases()
    browser = launched
    server = await startTestServer('SQLite', {
      OUTBOUND_ALLOW: `127.0.0.1/32:${releases.port}`,
      RELEASES_URL: `${releases.origin}/latest`,
    })
  })
  test.afterAll(async () => {
    await server?.stop()
    releases?.stop()
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
    /** Waits until a text is shown. */
    waitForText(text: string | RegExp): Promise<void>
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
      waitForText: (text) => page.getByText(text, { exact: true }).first().waitFor(),
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
    const found = await findFaults(here, 'settings-problem')
    await page.locator('main [data-search] input').click()
    await page.locator('.ant-select-item-option').first().waitFor()
    found.push(...(await findFaults(here, 'settings-search')))
    await page.close({ runBeforeUnload: false })
    await close()
    expect(found).toEqual([])
  })

  test('an ordinary administrator can read the settings and sees who may change them', async () => {
    const here = await open('system', {
      language: 'zh',
      role: 'admin',
    })
    const { page, close } = here
    await page.getByText('这一页只有超级管理员可以修改，你可以查看。').waitFor()
    expect(await findFaults(here, 'settings-read-only')).toEqual([])
    await page.goto('/setting?tab=other')
    await page.locator('#card-name footer').waitFor()
    await close()
  })

  test.describe('the tab other', () => {
    /** The browser refuses and reports inline handlers even in text that is never shown. */
    const refused = [/inline event handler violates/]

    test('a saved name and a saved announcement are shown around the page at once', async () => {
      const here = await open('other')
      const { page, written, control, save, waitForText, close } = here
      await control('SystemName').fill('New name')
      await save('name')
      await waitForText('Site name updated')
      expect(written()).toEqual([{ key: 'SystemName', value: 'New name' }])
      await page.getByRole('banner').getByText('New name').waitFor()
      expect(await stored('SystemName')).toBe('New name')

      // Announcements have a page of their own.
      await control('console_setting.announcements').click()
      await page.getByText('No announcements yet').waitFor()
      await page.getByRole('button', { name: 'New announcement' }).click()
      await page
        .getByLabel(/^Text \(Markdown\)/)
        .first()
        .fill('**News**, at [length](https://status.example)')
      await page.getByLabel(/^Until/).fill('2999-01-01T00:00')
      await page
        .getByRole('region', { name: 'Preview in English' })
        .or(page.getByText('All languages'))
        .first()
        .waitFor()
      expect(await findFaults(here, 'announcement-form')).toEqual([])
      await page.getByRole('button', { name: 'Save' }).click()
      // It lies at the end of the window, over the page that is read.
      await page.getByRole('region', { name: 'New announcement' }).getByText('News').waitFor()
      await page.addInitScript(() => {
        const kinds = { type: 'layout-shift', buffered: true } as unknown as { type: 'mark' }
        const watch = new PerformanceObserver(() => Object.assign(globalThis, { isShifted: true }))
        watch.observe(kinds)
      })
      await page.reload()
      await page.getByRole('region', { name: 'Announcement', exact: true }).getByText('News').waitFor()
      await page.getByRole('row', { name: /News/ }).waitFor()
      expect(await findFaults(here, 'announcements')).toEqual([])
      await expect.poll(() => page.evaluate(() => 'isShifted' in globalThis)).toBe(false)
      await page.getByRole('button', { name: 'Announcement', exact: true }).click()
      await page.getByRole('dialog').getByText('News', { exact: true }).waitFor()
      await store('SystemName', 'Sluice')
      await store('console_setting.announcements', '')
      await close()
    })

    test('a preview shows what visitors see, and runs no scripts', async () => {
      const here = await open('other', { language: 'zh', expectedErrors: refused })
      const { page, control, card, close } = here
      await control('Notice').fill(
        '# 标题\n\n**重点** <img alt="" src="data:," onerror="document.title = 1"><script>1</script>',
      )
      await card('notice').getByText('预览').click()
      await card('notice').getByRole('heading', { name: '标题' }).waitFor()
      await expect(card('notice').locator('script, [onerror]')).toHaveCount(0)
      expect(await findFaults(here, 'settings-preview')).toEqual([])
      await control('HomePageContent').fill('https://docs.example.com')
      await card('home').getByText('预览').click()
      await card('home').getByRole('link', { name: 'https://docs.example.com' }).waitFor()
      await page.close({ runBeforeUnload: false })
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
      expect(await findFaults(here, 'settings-release')).toEqual([])
      await close()
    })
  })

  test.describe('the frame', () => {
    test('an option is found by its name in the other language and by its key, and the page jumps to it', async () => {
      const { page, close } = await open('models', { language: 'en' })
      const search = page.locator('main [data-search] input')
      await page.keyboard.press('/')
      await expect(search).toBeFocused()
      await page.keyboard.insertText('公众号二维码')
      await page.locator('.ant-select-item-option').first().click()
      await page.waitForURL('**/setting?tab=system')
      await page.locator('#option-WeChatAccountQRCodeImageURL:focus').waitFor()
      await search.fill('claude.default_max')
      await page.locator('.ant-select-item-option').filter({ hasText: 'Default output limit' }).waitFor()
      await page.keyboard.press('Enter')
      await page.waitForURL('**/setting?tab=models')
      await page.locator('#option-claude_default_max_tokens:focus').waitFor()
      await close()
    })

    test('a link to an option shows it, focuses it and marks it, also from the page itself', async () => {
      await store('general_setting.ping_interval_enabled', 'false')
      const { page, option, card, close } = await open('system')
      /** Waits until the marked row is in view: content above it may still grow. */
      const waitForMarkInView = async () => {
        const isInView = `[document.querySelector('[data-found]')?.getBoundingClientRect()]
          .some((box) => box && box.top >= 0 && box.bottom <= innerHeight)`
        while (!(await page.evaluate(isInView))) await waitUntilSettled(page)
      }
      await page.evaluate(`location.hash = 'option-AutomaticEnableChannelEnabled'`)
      const place = option('AutomaticEnableChannelEnabled').and(page.locator('[data-found]'))
      await place.locator('button:focus').waitFor()
      await waitForMarkInView()
      await page.evaluate(`location.hash = 'option-GroupLimits'`)
      await option('GroupLimits').and(page.locator('[data-found]')).locator('input:focus').waitFor()
      // The control is disabled while pings are off, so that the row gets the focus.
      await page.evaluate(`location.hash = 'option-general_setting_ping_interval_seconds'`)
      const row = option('general_setting.ping_interval_seconds').and(page.locator('[data-found]:focus'))
      await row.waitFor()
      await waitForMarkInView()
      // A table edits two options at once, so that the card is marked.
      await page.evaluate(`location.hash = 'option-GroupRatio'`)
      await card('groups').and(page.locator('[data-found]:focus')).waitFor()
      await page.keyboard.press('Tab')
      await card('groups').and(page.locator(':not([data-found])')).waitFor()
      await expect.poll(() => new URL(page.url()).hash).toBe('')
      await close()
    })

    test('on a phone, a field of a table is as wide as its card', async () => {
      const { page, close } = await open('operation', { device: 'phone' })
      const field = page.locator('#card-groupModels li .ant-select').first()
      await expect.poll(async () => (await field.boundingBox())?.width).toBeGreaterThan(280)
      await close()
    })

    test('a refused field is shown with its reason and focused, also in a table', async () => {
      const { page, close } = await open('ratelimit')
      const card = page.locator('#card-modelRequests')
      await card.getByRole('combobox', { name: 'Choose or type a group' }).fill('gold')
      await card.getByRole('button', { name: 'Add the group' }).click()
      const field = card.getByLabel('Max successful requests of gold')
      await field.fill('0')
      await page.setViewportSize({ width: 1440, height: 360 })
      await card.locator('footer button').last().click()
      await expect(field).toBeFocused()
      await expect(field).toBeInViewport({ ratio: 1 })
      await expect(card.getByRole('alert')).toBeInViewport({ ratio: 1 })
      await close()
    })

    test('a link in the list of cards scrolls to the card; on a phone the list is a select', async () => {
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
  })
})
