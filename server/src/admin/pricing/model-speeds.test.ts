import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { HomeFacts } from '@sluice/contract/home-facts'
import type { ModelSpeed } from '@sluice/contract/model-speed'
import { createManualClock } from '../../platform/test-clock.ts'
import { newTestUsageHour } from '../../store/test-usage-hours.ts'
import { noUse } from '../../store/usage-hour-question.ts'
import { addUsageHours, type UsageHour } from '../../store/usage-hours.ts'
import { startTestApp, type TestApp, type TestClient } from '../test-app.ts'
import { buildModelSpeed } from './model-speeds.ts'

const hourMs = 3_600_000

describe('the speed of a model', () => {
  const sum = {
    model_name: 'm',
    calls: 19,
    errors: 1,
    charged_errors: 0,
    completion_tokens: 3_800,
    use_time_ms: 38_000,
  }

  test('is that of its successful calls, and its success rate that of all calls', () => {
    expect(buildModelSpeed(sum)).toEqual({
      model_name: 'm',
      avg_latency_ms: 2_000,
      success_rate: 95,
      avg_tps: 100,
    })
  })
  test('is unknown below twenty calls, and for calls without a model', () => {
    expect(buildModelSpeed({ ...sum, errors: 0 })).toBeNull()
    expect(buildModelSpeed({ ...sum, model_name: '' })).toBeNull()
  })
  test('is 0 if no call succeeded', () => {
    expect(buildModelSpeed({ ...sum, calls: 0, errors: 40, completion_tokens: 0, use_time_ms: 0 })).toMatchObject({
      avg_latency_ms: 0,
      success_rate: 0,
      avg_tps: 0,
    })
  })
})

describe('the measured models', () => {
  const clock = createManualClock()
  let app: TestApp
  let root: TestClient
  const hour = (more: Partial<UsageHour>): UsageHour =>
    newTestUsageHour({ ...noUse, hour: Math.floor(clock.now() / hourMs) * hourMs, model_name: 'gpt-4o', ...more })
  beforeAll(async () => {
    app = await startTestApp({ clock })
    root = await app.addUser({ role: 100 })
    await root.post('/api/channel/', { name: 'a', key: 'k', models: 'gpt-4o,quiet', group: 'default' })
    await root.post('/api/channel/', { name: 'b', key: 'k', models: 'inside', group: 'svip' })
    const prices = { 'gpt-4o': 1.25, quiet: 1, inside: 1 }
    await root.put('/api/option/', { key: 'ModelRatio', value: JSON.stringify(prices) })
    const used = { calls: 30, completion_tokens: 600, use_time_ms: 60_000 }
    await addUsageHours(app.store.db, [
      hour({ ...used }),
      hour({
        ...used,
        user_id: 2,
        hour: Math.floor(clock.now() / hourMs) * hourMs - 30 * hourMs,
        errors: 40,
      }),
      hour({ model_name: 'quiet', calls: 3 }),
      hour({ ...used, model_name: 'inside', group_name: 'svip' }),
      hour({ ...used, model_name: 'withdrawn' }),
    ])
  })
  afterAll(() => app.close())

  const readSpeeds = async (query = '', client?: TestClient): Promise<ModelSpeed[] | string> => {
    const headers: Record<string, string> = client ? { cookie: client.cookie } : {}
    const answer = await app.send(`/api/perf-metrics/summary${query}`, { headers })
    const body = (await answer.json()) as { data?: { models: ModelSpeed[] }; code?: string }
    return body.data?.models ?? body.code ?? ''
  }

  test('are those that a visitor can reach, over the requested hours', async () => {
    expect(await readSpeeds()).toEqual([
      { model_name: 'gpt-4o', avg_latency_ms: 2_000, success_rate: 100, avg_tps: 10 },
    ])
    expect(await readSpeeds('?hours=72')).toEqual([
      { model_name: 'gpt-4o', avg_latency_ms: 2_000, success_rate: 60, avg_tps: 10 },
    ])
    expect(await readSpeeds('?hours=1000000')).toEqual(await readSpeeds('?hours=168'))
  })

  test('of a group are shown to its members', async () => {
    const insider = await app.addUser({ group: 'svip' })
    const speeds = (await readSpeeds('', insider)) as ModelSpeed[]
    expect(speeds.map(({ model_name }) => model_name)).toContain('inside')
  })

  test('of the home page are those of the models that the caller can reach', async () => {
    const read = async (headers: Record<string, string> = {}): Promise<HomeFacts> =>
      ((await (await app.send('/api/home_facts', { headers })).json()) as { data: HomeFacts }).data
    const seen = await read()
    expect(seen).toMatchObject({ models: 2, success_rate: 100 })
    expect(seen.vendors.map(({ vendor, share }) => [vendor, share])).toEqual([
      ['openai', 0.909],
      ['', 0.091],
    ])
    const insider = await app.addUser({ group: 'svip' })
    expect((await read({ cookie: insider.cookie })).models).toBe(3)
  })

  test('are computed at most once in five minutes', async () => {
    const before = await readSpeeds()
    await addUsageHours(app.store.db, [hour({ token_id: 9, calls: 30, errors: 60 })])
    expect(await readSpeeds()).toEqual(before)
    clock.advance(5 * 60_000)
    expect(await readSpeeds()).not.toEqual(before)
  })

  test('are shown only to those who can see the price list', async () => {
    const set = (value: object) => root.put('/api/option/', { key: 'HeaderNavModules', value: JSON.stringify(value) })
    await set({ pricing: { enabled: true, requireAuth: true } })
    expect(await readSpeeds()).toBe('not_logged_in')
    expect((await app.send('/api/home_facts')).status).toBe(401)
    await set({ pricing: { enabled: false, requireAuth: false } })
    expect(await readSpeeds('', root)).toBe('page_switched_off')
  })
})
