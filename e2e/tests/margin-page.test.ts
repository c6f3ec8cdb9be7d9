import { readFileSync } from 'node:fs'
import type { Browser } from '@playwright/test'
import { noUse } from '../../server/src/store/usage-hour-question.ts'
import type { UsageHour } from '../../server/src/store/usage-hours.ts'
import { accounts } from '../../server/test/accounts.ts'
import { findFaults, navigate, openConsole } from '../harness/console-visit.ts'
import { type Look, twoLooks } from '../harness/looks.ts'
import { expect, test } from '../harness/test.ts'
import { startUsageServer, type UsageServer } from '../harness/usage-server.ts'

const hourMs = 3_600_000
const models = ['gpt-4o', 'claude-sonnet-4-5', 'gemini-2.5-flash', 'a-model-with-quite-a-long-name-indeed-2026-11-20']

test.describe('the margin report in a browser', () => {
  let server: UsageServer
  let browser: Browser

  test.beforeAll(async ({ browser: launched }) => {
    browser = launched
    server = await startUsageServer(Object.values(accounts), buildHours(Date.now()))
  })
  test.afterAll(async () => {
    await server?.stop()
  })

  /**
   * Ten days of four models. The second makes a loss, the cost of the third is unknown, and that of the fourth is known
   * for half of its calls.
   */
  function buildHours(now: number): UsageHour[] {
    const first = now - (now % hourMs) - 240 * hourMs
    return models.flatMap((model_name, index) =>
      Array.from({ length: 20 }, (_, step): UsageHour => {
        const quota = (index + 1) * 700_000 + step * 1_234
        const isKnown = index !== 2 && (index !== 3 || step % 2 === 0)
        const cost = index === 1 ? Math.round(quota * 1.08) : Math.round(quota * 0.61)
        return {
          ...noUse,
          hour: first + step * 12 * hourMs,
          user_id: 1 + (step % 2),
          token_id: 1,
          channel_id: 1 + index,
          group_name: 'default',
          model_name,
          calls: 40 + step,
          errors: 1,
          quota,
          list_quota: quota * 2,
          cost_quota: isKnown ? cost : 0,
          cost_known_calls: isKnown ? 40 + step : 0,
          cost_known_quota: isKnown ? quota : 0,
          prompt_tokens: 9,
          completion_tokens: 9,
          use_time_ms: 9,
        }
      }),
    )
  }

  const open = (look: Partial<Look> = {}, username = 'anna') =>
    openConsole(browser, { url: server.url, username, language: 'en', device: 'desktop', ...look })

  async function findFaultsInLook(look: Look): Promise<string[]> {
    const here = await open(look)
    const found: string[] = []
    const states = {
      full: '',
      wide: '?by=day,model,channel,user',
      empty: '?start_timestamp=1000&end_timestamp=2000',
    }
    for (const [name, query] of Object.entries(states)) {
      await navigate(here.page, `/margin${query}`)
      await here.page.locator('.ant-table-row, main li, main h2').first().waitFor()
      found.push(...(await findFaults(here, `margin-${name}`)))
    }
    await here.close()
    return found
  }

  test('the page has no errors, accessibility violations or horizontal scrolling', { tag: twoLooks }, async ({
    look,
  }) => {
    expect(await findFaultsInLook(look)).toEqual([])
  })

  test('the report is grouped and sorted, and the address keeps both', async () => {
    const { page, close } = await open()
    await page.goto('/margin')
    const rows = page.locator('.ant-table-row')
    await rows.first().waitFor()
    await expect(rows).toHaveCount(4)
    // The one that makes a loss comes first, then the others by charge.
    await expect(rows.first()).toContainText(models[1] ?? '')
    await expect(rows.nth(1)).toContainText(models[3] ?? '')
    await page.getByRole('columnheader', { name: 'Margin', exact: true }).click()
    await page.waitForURL('**/margin?sort=margin')
    await page.getByRole('columnheader', { name: 'Margin', exact: true }).click()
    await page.waitForURL('**/margin?sort=margin&order=asc')
    await rows.first().getByText('-$').waitFor()
    await expect(rows.first()).toContainText(models[1] ?? '')
    await expect(rows.last()).toContainText('Unknown')
    await page.getByRole('button', { name: 'User', exact: true }).click()
    await page.getByRole('button', { name: 'Model', exact: true }).click()
    await page.waitForURL((url) => url.searchParams.get('by') === 'user')
    // Rows of users and models stay until those of users have loaded.
    await rows.nth(2).waitFor({ state: 'detached' })
    await rows.filter({ hasText: 'anna' }).waitFor()
    await expect(rows).toHaveCount(2)
    await expect(page.locator('.ant-table-summary')).toContainText('Total')
    await close()
  })

  test('the whole report is exported as a file for spreadsheets', async () => {
    const { page, close } = await open()
    await page.goto('/margin?by=channel&sort=channel&order=asc')
    await page.locator('.ant-table-row').first().waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('margin.csv')
    const lines = readFileSync(await download.path(), 'utf8').split('\r\n')
    expect(lines[0]).toBe(
      '\uFEFFChannel ID,Channel,Calls,Charged (USD),List price (USD),Calls with known cost,Charged for calls with known cost (USD),Cost (USD),Margin (USD),Margin %',
    )
    expect(lines[1]).toBe('1,,990,28.46892,56.93784,990,28.46892,17.36604,11.10288,39')
    expect(lines[3]).toMatch(/^3,,990,84\.46892,168\.93784,0,0,,,$/)
    expect(lines[5]).toMatch(/^Total,,3960,/)
    await close()
  })

  test('only administrators can open the report', async () => {
    const { page, close } = await open({}, accounts.user.username)
    await page.goto('/token')
    await page.getByRole('link', { name: 'API tokens' }).waitFor()
    await expect(page.getByRole('link', { name: 'Margin' })).toHaveCount(0)
    await page.goto('/margin')
    await page.waitForURL((url) => url.pathname !== '/margin')
    await close()
  })
})
