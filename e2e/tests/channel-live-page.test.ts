import type { Browser } from '@playwright/test'
import { answerError } from '../../server/test/answers.ts'
import { fakeOpenAi } from '../../server/test/fake-openai.ts'
import { startFakeUpstream } from '../../server/test/fake-upstream.ts'
import { startTestServer } from '../../server/test/test-server.ts'
import { awaitRow } from '../../server/test/usage-rows.ts'
import { findFaults, openConsole } from '../harness/console-visit.ts'
import { forTests } from '../harness/for-tests.ts'
import { twoLooks } from '../harness/looks.ts'
import { expect, test } from '../harness/test.ts'

const messages = [{ role: 'user', content: 'Where does the river run?' }]
const words = {
  en: {
    resting: /upstream fault · \d+ s left/,
    model: 'Model',
    user: 'User',
    run: 'Run',
    reason: 'The only available channel',
    more: 'More conditions',
    tier: 'Service tier',
    inTier: 'Price in tier priority: $5',
  },
  zh: {
    resting: /上游故障 · 剩余 \d+ s/,
    model: '模型',
    user: '用户',
    run: '试算',
    reason: '唯一可用的渠道',
    more: '更多条件',
    tier: '服务等级',
    inTier: 'priority 等级的价格：',
  },
}

test.describe('the live page of channels', () => {
  const good = forTests(() => startFakeUpstream(fakeOpenAi()))
  const bad = forTests(() => startFakeUpstream(answerError(500, 'boom')))
  const server = forTests(startTestServer)
  let browser: Browser
  test.beforeAll(async ({ browser: launched }) => {
    browser = launched
    const rules = { 'gpt-4o': [{ when: { tier: 'priority' }, set: { factor: 2 } }] }
    await server.api('root').put('/api/option/', { key: 'PriceRules', value: JSON.stringify(rules) })
    await server.addChannel(bad.url, { name: 'Frankfurt', priority: 10, auto_ban: 0 })
    await server.addChannel(good.url, { name: 'Singapore with a rather long name', priority: 0, auto_ban: 0 })
    await server.addChannel(good.url, { name: 'Tokyo', models: 'another-model', auto_ban: 0 })
  })

  test('shows which channel rests and why, where a call would go, and why a call went to its channel', {
    tag: twoLooks,
  }, async ({ look }) => {
    const labels = words[look.language]
    const key = await server.makeToken('root')
    let id: string | null = null
    for (let call = 0; call < 6; call++) {
      const response = await server.relay(key, '/v1/chat/completions', { model: 'gpt-4o', messages })
      await response.text()
      id = response.headers.get('x-oneapi-request-id')
    }
    await awaitRow(server, ({ request_id }) => request_id === id)
    const here = await openConsole(browser, { url: server.url, username: 'root', ...look })
    const { page } = here
    await page.goto('/channel-live')
    await expect(page.locator('main section li', { hasText: 'Frankfurt' }).first()).toContainText(labels.resting)
    await page.getByLabel(labels.model, { exact: true }).fill('gpt-4o')
    await page.getByRole('option', { name: 'gpt-4o', exact: true }).waitFor({ state: 'attached' })
    await page.keyboard.press('Escape')
    const { id: userId, username } = await server.self('root')
    await page.getByLabel(labels.user, { exact: true }).fill(username)
    await page.locator('.ant-select-item-option', { hasText: `#${userId}` }).click()
    await page.getByRole('button', { name: labels.run }).click()
    const candidates = page.locator('main [role=status] li')
    await expect(candidates.first()).toContainText('Singapore')
    await expect(candidates.first()).toContainText('100')
    await expect(candidates.nth(1)).toContainText('Frankfurt')
    expect(await findFaults(here, 'channel-live')).toEqual([])
    await page.getByText(labels.more).click()
    await page.getByLabel(labels.tier).fill('priority')
    await page.getByRole('button', { name: labels.run }).click()
    await expect(page.locator('main [role=status]')).toContainText(labels.inTier)
    expect(await findFaults(here, 'channel-live-tier')).toEqual([])
    await page.getByLabel(labels.tier).fill('')
    await page.getByLabel(labels.model, { exact: true }).fill('no-such-model')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: labels.run }).click()
    await expect(page.locator('main [role=status] li').first()).toContainText('Tokyo')
    expect(await findFaults(here, 'channel-live-refused')).toEqual([])
    await page.goto(`/log?request_id=${id}`)
    const row = page.locator(look.device === 'phone' ? 'main li button' : 'main tbody .ant-table-row button')
    await row.first().click()
    await expect(page.getByText(labels.reason)).toBeVisible()
    await here.screenshot('routing-log')
    await here.close()
  })
})
