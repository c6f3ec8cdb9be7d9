import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { SiteHealth } from '@sluice/contract/site-health'
import { createManualClock } from '../../platform/test-clock.ts'
import { newTestUsageHour } from '../../store/test-usage-hours.ts'
import { noUse } from '../../store/usage-hour-question.ts'
import { addUsageHours, type UsageHour } from '../../store/usage-hours.ts'
import { setOptions, startTestApp, type TestApp } from '../test-app.ts'
import { buildSiteHealth, type Measured } from './site-health.ts'

const hourMs = 3_600_000

describe('what is said of how a site works', () => {
  const counts = (calls: number, errors = 0) => new Map([['m', { successes: calls, errors }]])
  const none: Measured = { at: 0, now: new Map(), day: new Map(), days: [new Map()], firstTokens: new Map() }
  const stateOf = (measured: Partial<Measured>) => buildSiteHealth({ ...none, ...measured }, null).state

  test.each([
    ['works', { now: counts(95, 5), day: counts(95, 5) }],
    ['degraded', { now: counts(90, 10), day: counts(90, 10) }],
    ['fails', { now: counts(2, 98), day: counts(98, 98) }],
    ['the day where the last hours are quiet', { now: counts(1), day: counts(100) }],
    ['few', { day: counts(19) }],
  ])('%s', (name, measured) => {
    expect(stateOf(measured)).toBe(name.includes(' ') ? 'works' : (name as SiteHealth['state']))
  })

  test('the first token is a median of enough calls', () => {
    const times = (length: number) => new Map([['m', Array.from({ length }, (_, at) => 100 + at)]])
    const firstOf = (length: number) =>
      buildSiteHealth({ ...none, day: counts(100), firstTokens: times(length) }, null).first_token_ms
    expect(firstOf(19)).toBeNull()
    expect(firstOf(21)).toBe(110)
  })
})

describe('GET /api/site_health', () => {
  const clock = createManualClock()
  let app: TestApp
  const hour = (more: Partial<UsageHour>): UsageHour =>
    newTestUsageHour({ ...noUse, hour: Math.floor(clock.now() / hourMs) * hourMs, model_name: 'gpt-4o', ...more })
  const read = async () => ((await (await app.send('/api/site_health')).json()) as { data: SiteHealth }).data

  beforeAll(async () => {
    app = await startTestApp({ clock })
    const root = await app.addUser({ role: 100 })
    await root.post('/api/channel/', { name: 'secret-channel', key: 'k', models: 'gpt-4o,quiet', group: 'default' })
    await setOptions(app, { ModelRatio: '{"gpt-4o":1.25,"quiet":1}' })
    await addUsageHours(app.store.db, [
      hour({ calls: 5, errors: 95 }),
      hour({ calls: 300, hour: Math.floor(clock.now() / hourMs) * hourMs - 40 * 24 * hourMs }),
      hour({ model_name: 'quiet', calls: 3 }),
    ])
  })
  afterAll(() => app.close())

  test('visitors read which models fail, and of which too little is known', async () => {
    const health = await read()
    expect(health).toMatchObject({ state: 'fails', failing: 1, incidents: [] })
    const [failing, quiet] = health.models
    expect(failing).toMatchObject({ model_name: 'gpt-4o', vendor: 'openai', state: 'fails', success_rate: 5 })
    expect(failing?.days).toHaveLength(90)
    expect(failing?.days[49]).toBe(100)
    expect(failing?.long_success_rate).toBe(76.25)
    expect(quiet).toMatchObject({ model_name: 'quiet', state: 'few' })
    expect(quiet?.success_rate).toBeUndefined()
    expect(JSON.stringify(health)).not.toContain('secret-channel')
  })

  test('all visitors of five minutes read the same sums', async () => {
    await addUsageHours(app.store.db, [hour({ calls: 10_000, user_id: 7 })])
    expect((await read()).failing).toBe(1)
    clock.advance(5 * 60_000 + 1)
    expect((await read()).failing).toBe(0)
  })

  test('models are named only where visitors may read the price list', async () => {
    await setOptions(app, { HeaderNavModules: JSON.stringify({ pricing: { enabled: true, requireAuth: true } }) })
    const health = await read()
    expect(health).toMatchObject({ models: [], vendors: [], failing: 0 })
    expect(health.success_rate).toBeGreaterThan(90)
  })

  test('the operator can switch it off', async () => {
    await setOptions(app, { HeaderNavModules: JSON.stringify({ status: false }) })
    expect((await app.send('/api/site_health')).status).toBe(403)
  })
})
