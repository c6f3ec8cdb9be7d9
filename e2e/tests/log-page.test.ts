import type { Browser } from '@playwright/test'
import { accounts, rootName } from '../../server/test/accounts.ts'
import { startTestGateway } from '../../server/test/test-gateway.ts'
import { findFaults, openConsole } from '../harness/console-visit.ts'
import { forTests } from '../harness/for-tests.ts'
import { readClipboard } from '../harness/page-parts.ts'
import { expect, test } from '../harness/test.ts'

test.describe('the usage log in a browser', () => {
  const gateway = forTests(startTestGateway)
  let browser: Browser
  test.beforeAll(async ({ browser: launched }) => {
    browser = launched
    const { completions } = gateway.openai().chat
    await completions.create({ model: 'gpt-4o', messages: [{ role: 'user', content: 'hi' }] })
  })

  for (const { show, ...look } of [
    { language: 'en', device: 'desktop', theme: 'dark', show: 'Account of ' },
    { language: 'zh', device: 'phone', theme: 'light', show: '查看 ' },
  ] as const)
    test(`an administrator finds the account of a call: ${look.language}, ${look.device}`, async () => {
      const here = await openConsole(browser, { url: gateway.server.url, username: rootName, ...look })
      const { page } = here
      const { username } = accounts.user
      await page.goto(`/log?username=${username}&type=2`)
      if (look.device === 'phone') await page.getByRole('listitem').getByRole('button').first().click()
      await page.getByRole('button', { name: `${show}${username}` }).click()
      const account = page.getByRole('tooltip')
      const { quota, request_count } = await gateway.server.self('user')
      await account.getByText(`$${(quota / 500_000).toFixed(2)}`, { exact: true }).waitFor()
      await expect(account.getByRole('definition')).toHaveText([username, /./, /./, String(request_count)])
      // The click does not open the row.
      if (look.device === 'desktop') await expect.poll(() => new URL(page.url()).searchParams.has('open')).toBe(false)
      expect(await findFaults(here, `log-user-${look.device}`)).toEqual([])
      await page.keyboard.press('Escape')
      await account.waitFor({ state: 'hidden' })
      await here.close()
    })

  test('the route of a call does not lie under its charge', async () => {
    const { page, close } = await openConsole(browser, { url: gateway.server.url, username: rootName, path: '/log' })
    const head = (name: string) => page.getByRole('columnheader', { name, exact: true }).last()
    /** Pixels between the two columns. */
    const gap = async () => {
      const route = await head('Route').evaluate((cell) => cell.getBoundingClientRect().right)
      const charge = await head('Charge').evaluate((cell) => cell.getBoundingClientRect().left)
      return charge - route
    }
    for (const width of [1_280, 1_440]) {
      await page.setViewportSize({ width, height: 800 })
      await head('Route').waitFor()
      await expect.poll(gap, { message: `${width} pixels` }).toBeGreaterThanOrEqual(-1)
    }
    await close()
  })

  test('calls open beside the list by the keyboard, and a receipt is shared without a login', async () => {
    const { completions } = gateway.openai().chat
    await completions.create({ model: 'gpt-4o', messages: [{ role: 'user', content: 'again' }] })
    const here = await openConsole(browser, { url: gateway.server.url, username: accounts.user.username })
    const { page } = here
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto('/log')
    const rows = page.locator('tbody tr.ant-table-row')
    await expect(rows.nth(1)).toBeVisible()
    const opened = () => new URL(page.url()).searchParams.get('open')
    await page.keyboard.press('j')
    await expect(rows.first()).toBeFocused()
    await page.keyboard.press('Enter')
    const sheet = page.getByRole('dialog', { name: 'Call details' })
    await expect(sheet.getByText(/^Completed in .+ for \$/)).toBeVisible()
    await expect.poll(opened).not.toBeNull()
    const first = opened()
    await page.keyboard.press('j')
    await expect.poll(opened).not.toBe(first)
    await page.keyboard.press('k')
    await expect.poll(opened).toBe(first)
    expect(await findFaults(here, 'log-sheet')).toEqual([])
    await sheet.getByRole('button', { name: 'Share receipt' }).click()
    const made = page.waitForResponse((answer) => answer.url().endsWith('/api/log/receipt'))
    await page.getByRole('menuitem', { name: 'Link for 1 day' }).click()
    const { data } = (await (await made).json()) as { data: { link: string } }
    await expect.poll(() => readClipboard(page)).toContain(`/receipt/${data.link}`)
    await page.keyboard.press('Escape')
    await expect(sheet).toBeHidden()
    await expect.poll(opened).toBeNull()
    await expect(rows.first()).toBeFocused()

    const bars = page.getByRole('img', { name: /^Calls from / })
    await bars.dragTo(bars, { sourcePosition: { x: 60, y: 20 }, targetPosition: { x: 600, y: 20 } })
    await expect.poll(() => new URL(page.url()).searchParams.has('start_timestamp')).toBe(true)
    await here.close()

    const visitor = await browser.newPage()
    await visitor.goto(`${gateway.server.url}/receipt/${data.link}`)
    await expect(visitor.getByRole('region', { name: 'Receipt: gpt-4o' })).toBeVisible()
    await expect(visitor.getByText('Sum verified')).toBeVisible()
    await visitor.close()
  })
})
