import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { MarginPage } from '@sluice/contract/margin'
import { engines } from '../../store/test-databases.ts'
import { newTestUsageHour } from '../../store/test-usage-hours.ts'
import { noUse } from '../../store/usage-hour-question.ts'
import { addUsageHours, type UsageHour } from '../../store/usage-hours.ts'
import { addToken, startTestApp, type TestApp, type TestClient } from '../test-app.ts'

const hourMs = 3_600_000
const day = Date.UTC(2026, 10, 20)
const clock = { now: () => day + 30 * hourMs, monotonic: () => performance.now() }

for (const engine of engines) {
  describe(`the margin report on ${engine.name}`, () => {
    let app: TestApp
    let admin: TestClient
    let user: TestClient
    let channelId: number

    beforeAll(async () => {
      app = await startTestApp({ clock, engine })
      admin = await app.addUser({ role: 10 })
      user = await app.addUser({ username: 'ulf' })
      const made = await admin.post('/api/channel/', { name: 'first', key: 'k', models: 'a,b' })
      channelId = (made.body.data as { id: number }[])[0]?.id ?? 0
      const hour = (more: Partial<UsageHour>): UsageHour =>
        newTestUsageHour({
          ...noUse,
          hour: day,
          user_id: user.id,
          channel_id: channelId,
          calls: 1,
          prompt_tokens: 1,
          completion_tokens: 1,
          use_time_ms: 1,
          ...more,
        })
      await addUsageHours(app.store.db, [
        // All costs are known, with a loss.
        hour({
          calls: 2,
          quota: 100,
          list_quota: 200,
          cost_quota: 125,
          cost_known_calls: 2,
          cost_known_quota: 100,
        }),
        // The cost of one call is known.
        hour({
          model_name: 'b',
          calls: 4,
          quota: 400,
          list_quota: 400,
          hour: day + 23 * hourMs,
          cost_quota: 50,
          cost_known_calls: 1,
          cost_known_quota: 150,
          unpriced_calls: 2,
          unpriced_quota: 90,
        }),
        // No cost is known.
        hour({ model_name: 'c', calls: 1, quota: 70, list_quota: 70, channel_id: 999, user_id: 888 }),
        // Charge and cost are known to be 0.
        hour({ model_name: 'd', calls: 3, cost_known_calls: 3 }),
        // Errors alone make no row.
        hour({ model_name: 'e', calls: 0, errors: 5, channel_id: 0 }),
        hour({ hour: day - 24 * hourMs * 40, quota: 9_999 }),
      ])
    })
    afterAll(() => app.close())

    const report = async (query = '') => (await admin.get(`/api/margin/?${query}`)).body.data as MarginPage
    const noToken = { token_id: null, token_name: null, token_owner: null }
    const keys = { channel_id: null, channel_name: null, user_id: null, username: null, day: null, ...noToken }

    test('lists models by charge; an unknown cost is null, and the margin covers only known costs', async () => {
      const { items, total, sums } = await report()
      expect(total).toBe(4)
      expect(items).toEqual([
        {
          ...keys,
          model_name: 'b',
          calls: 4,
          charge: 400,
          list: 400,
          cost_known: 1,
          cost_known_charge: 150,
          cost: 50,
          margin: 100,
          margin_percent: 66.67,
          unpriced: 2,
          unpriced_charge: 90,
        },
        {
          ...keys,
          model_name: 'a',
          calls: 2,
          charge: 100,
          list: 200,
          cost_known: 2,
          cost_known_charge: 100,
          cost: 125,
          margin: -25,
          margin_percent: -25,
          unpriced: 0,
          unpriced_charge: 0,
        },
        {
          ...keys,
          model_name: 'c',
          calls: 1,
          charge: 70,
          list: 70,
          cost_known: 0,
          cost_known_charge: 0,
          cost: null,
          margin: null,
          margin_percent: null,
          unpriced: 0,
          unpriced_charge: 0,
        },
        {
          ...keys,
          model_name: 'd',
          calls: 3,
          charge: 0,
          list: 0,
          cost_known: 3,
          cost_known_charge: 0,
          cost: 0,
          margin: 0,
          margin_percent: null,
          unpriced: 0,
          unpriced_charge: 0,
        },
      ])
      expect(sums).toEqual({
        calls: 10,
        charge: 570,
        list: 670,
        cost_known: 6,
        cost_known_charge: 250,
        cost: 175,
        margin: 75,
        margin_percent: 30,
        unpriced: 2,
        unpriced_charge: 90,
      })
    })

    test('lists channels and users with their names, if they are known', async () => {
      const { items } = await report('by=channel,user&sort=channel&order=asc')
      expect(items.map((row) => [row.channel_id, row.channel_name, row.user_id, row.username])).toEqual([
        [channelId, 'first', user.id, 'ulf'],
        [999, '', 888, ''],
      ])
      expect(items[0]?.model_name).toBeNull()
    })

    test('lists days in the time zone of the request', async () => {
      const days = async (offset: number) =>
        (await report(`by=day&sort=day&order=asc&utc_offset=${offset}`)).items.map((row) => [row.day, row.calls])
      expect(await days(0)).toEqual([['2026-11-20', 10]])
      expect(await days(480)).toEqual([
        ['2026-11-20', 6],
        ['2026-11-21', 4],
      ])
      expect(await days(-60)).toEqual([
        ['2026-11-19', 6],
        ['2026-11-20', 4],
      ])
    })

    test('is sorted by any figure with unknown values last, and a page has the sums of all rows', async () => {
      const models = async (query: string) => (await report(query)).items.map((row) => row.model_name)
      expect(await models('sort=margin')).toEqual(['b', 'd', 'a', 'c'])
      expect(await models('sort=margin&order=asc')).toEqual(['a', 'd', 'b', 'c'])
      expect(await models('sort=margin_percent')).toEqual(['b', 'a', 'c', 'd'])
      expect(await models('sort=model')).toEqual(['d', 'c', 'b', 'a'])
      const page = await report('sort=model&order=asc&p=2&page_size=3')
      expect(page).toMatchObject({ total: 4, page: 2, page_size: 3, sums: { calls: 10 } })
      expect(page.items.map((row) => row.model_name)).toEqual(['d'])
    })

    test('can begin with what makes a loss', async () => {
      expect((await report('sort=loss')).items.map((row) => row.model_name)).toEqual(['a', 'b', 'c', 'd'])
    })

    test('has the trend of each line of the page, by hours or days', async () => {
      const at = (ms: number) => Math.floor(ms / 1000)
      const span = `start_timestamp=${at(day)}&end_timestamp=${at(day + 24 * hourMs) - 1}`
      const trends = async (query: string) => (await report(`${span}&${query}`)).items.map(({ trend }) => trend)
      const [a, b, c] = await trends('trend=24&sort=loss')
      expect(a).toEqual([-25, ...Array<null>(23).fill(null)])
      expect(b).toEqual([...Array<null>(23).fill(null), 100])
      expect(c).toEqual(Array<null>(24).fill(null))
      expect(await trends('trend=2&by=channel&page_size=1')).toEqual([[-25, 100]])
      expect(await trends('trend=2&by=day')).toEqual([undefined])
      const days = await report(`trend=30&by=user,model&sort=loss&start_timestamp=${at(day - 24 * hourMs * 29)}`)
      expect(days.items[0]?.trend?.at(-2)).toBe(-25)
    })

    test('covers the requested span', async () => {
      const at = (ms: number) => Math.floor(ms / 1000)
      const first = await report(`start_timestamp=${at(day)}&end_timestamp=${at(day + hourMs)}`)
      expect(first.sums.calls).toBe(6)
      const old = day - 24 * hourMs * 40
      expect((await report(`start_timestamp=${at(old)}`)).sums.calls).toBe(11)
      expect(await report(`start_timestamp=${at(day + 24 * hourMs)}`)).toMatchObject({
        items: [],
        total: 0,
        sums: { calls: 0, charge: 0, cost: null, margin: null },
      })
    })

    test.each([
      'by=colour',
      'by=model,,user',
      'sort=user',
      'sort=quota',
      'order=up',
      'trend=49',
      'utc_offset=900',
      'start_timestamp=1',
    ])('%s is refused', async (query) => {
      expect((await admin.get(`/api/margin/?${query}`)).body.code).toBe('invalid_parameters')
    })

    test('is for administrators only', async () => {
      expect((await user.get('/api/margin/')).body.success).toBe(false)
    })

    test('lists model, channel and API key together, with the owner of the key for the log', async () => {
      const { key: _, ...made } = await addToken(user, 'batch job')
      await addUsageHours(app.store.db, [
        newTestUsageHour({ ...noUse, hour: day, user_id: user.id, channel_id: channelId, token_id: made.id, calls: 5 }),
      ])
      const { items } = await report('by=model,channel,token&sort=loss&trend=4')
      const places = items.map((row) => [row.channel_name, row.token_id, row.token_name, row.token_owner])
      expect(places).toContainEqual(['first', made.id, 'batch job', 'ulf'])
      // A key that is unknown has no names.
      expect(places.filter(([, id, name]) => id !== made.id && name !== '')).toEqual([])
      expect(items.every(({ trend }) => trend !== undefined && trend.length <= 5)).toBe(true)
    })
  })
}
