import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type CheckinAward, checkinOverview } from '@sluice/contract/checkin'
import { balanceMax } from '@sluice/contract/quota'
import { auditLedger } from '../../cli/ledger-audit.ts'
import { engines } from '../../store/test-databases.ts'
import { startTestApp, type TestApp, type TestClient } from '../test-app.ts'
import { chosenMonth, localDay } from './service.ts'

/** An instant by the local time of this process: the day of a check-in is a day of the server. */
const at = (...[year, month, day, hour, minute]: [number, number, number, number, number]) =>
  new Date(year, month - 1, day, hour, minute).getTime()

describe.each(engines)('check-ins on $name', (engine) => {
  const clock = { time: at(2026, 10, 31, 23, 59), now: () => clock.time, monotonic: () => performance.now() }
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp({ engine, clock })
  })
  afterAll(async () => {
    const { findings } = await auditLedger(app.store)
    await app.close()
    expect(findings).toEqual([])
  })

  const setOptions = async (values: Record<string, string>) => {
    const options = Object.entries(values).map(([key, value]) => ({ key: `checkin_setting.${key}`, value }))
    return (await app.root.put('/api/option/batch', { options })).body
  }
  const checkIn = async (client: TestClient) => (await client.post('/api/user/checkin')).body
  const readOverview = async (client: TestClient, month = '') =>
    checkinOverview.parse((await client.get(`/api/user/checkin?month=${month}`)).body.data)

  test('are off until the operator switches them on', async () => {
    const user = await app.addUser()
    const isOffered = async () =>
      ((await user.get('/api/status')).body.data as { checkin_enabled: boolean }).checkin_enabled
    expect(await isOffered()).toBe(false)
    expect(await checkIn(user)).toMatchObject({ success: false, code: 'checkin_disabled' })
    expect((await user.get('/api/user/checkin')).body.code).toBe('checkin_disabled')
    expect(await setOptions({ enabled: 'true' })).toMatchObject({ success: true })
    expect(await isOffered()).toBe(true)
    expect(await readOverview(user)).toEqual({
      enabled: true,
      min_quota: 1_000,
      max_quota: 10_000,
      today: '2026-10-31',
      stats: {
        checked_in_today: false,
        checkin_count: 0,
        total_checkins: 0,
        total_quota: 0,
        records: [],
      },
    })
  })

  test('are awarded once a day, even to parallel requests, and written to the usage log', async () => {
    await setOptions({ enabled: 'true', min_quota: '300', max_quota: '700' })
    const user = await app.addUser()
    const answers = await Promise.all(Array.from({ length: 12 }, () => checkIn(user)))
    const [awarded, ...others] = answers.filter(({ success }) => success)
    expect(others).toEqual([])
    for (const { success, code } of answers) if (!success) expect(code).toBe('checkin_done')
    const award = awarded?.data as CheckinAward
    expect(award.checkin_date).toBe('2026-10-31')
    expect(award.quota_awarded).toBeWithin(300, 701)
    expect(Number(await app.ledger.balanceOf(user.id))).toBe(award.quota_awarded)
    const rows = await app.store.db
      .selectFrom('usage_logs')
      .select(['type', 'content'])
      .where('user_id', '=', user.id)
      .execute()
    expect(rows).toEqual([{ type: 4, content: expect.stringContaining('Check-in of 2026-10-31: $0.00') }])
  })

  test('are possible again after midnight of the server, and are listed by month', async () => {
    await setOptions({ enabled: 'true', min_quota: '1', max_quota: '1' })
    const [user, other] = [await app.addUser(), await app.addUser()]
    await checkIn(user)
    clock.time = at(2026, 11, 1, 0, 0)
    expect((await readOverview(user)).stats).toMatchObject({ checked_in_today: false, checkin_count: 0 })
    await checkIn(user)
    clock.time = at(2026, 11, 2, 12, 0)
    await checkIn(user)
    expect(await checkIn(user)).toMatchObject({ success: false, code: 'checkin_done' })
    const record = (day: string) => ({ checkin_date: day, quota_awarded: 1 })
    expect((await readOverview(user)).stats).toEqual({
      checked_in_today: true,
      checkin_count: 2,
      total_checkins: 3,
      total_quota: 3,
      records: [record('2026-11-02'), record('2026-11-01')],
    })
    expect((await readOverview(user, '2026-10')).stats).toMatchObject({
      checkin_count: 1,
      records: [record('2026-10-31')],
    })
    // An invalid month is read as the current one.
    for (const month of ['2026-13', 'NaN', '2025'])
      expect((await readOverview(user, month)).stats.checkin_count).toBe(2)
    expect((await readOverview(other)).stats.total_checkins).toBe(0)
    clock.time = at(2026, 10, 31, 23, 59)
  })

  test('award nothing if the balance would exceed its maximum, and stay possible that day', async () => {
    await setOptions({ enabled: 'true', min_quota: '5', max_quota: '5' })
    const user = await app.addUser()
    const setBalance = (value: number) =>
      app.root.post('/api/user/manage', { id: user.id, action: 'add_quota', mode: 'override', value })
    expect((await setBalance(balanceMax - 4)).body.success).toBe(true)
    expect(await checkIn(user)).toMatchObject({
      success: false,
      code: 'invalid_parameters',
      message: expect.stringContaining('maximum'),
    })
    await setBalance(0)
    expect(await checkIn(user)).toMatchObject({ success: true, data: { quota_awarded: 5 } })
  })

  test('have a minimum award that is never above the maximum', async () => {
    expect(await setOptions({ min_quota: '5', max_quota: '4' })).toMatchObject({ code: 'option_invalid' })
    expect(await setOptions({ min_quota: '5', max_quota: '9' })).toMatchObject({ success: true })
    const refused = await setOptions({ min_quota: '10' })
    expect(refused).toMatchObject({
      code: 'option_invalid',
      fields: { 'checkin_setting.min_quota': 'must not be more than $0.000018' },
    })
    expect(await setOptions({ max_quota: '4' })).toMatchObject({ code: 'option_invalid' })
    expect(await setOptions({ min_quota: '0' })).toMatchObject({ code: 'option_invalid' })
  })
})

test('a day is a day of the local time', () => {
  expect(localDay(at(2026, 1, 2, 0, 0))).toBe('2026-01-02')
  expect(localDay(at(2026, 12, 31, 23, 59))).toBe('2026-12-31')
  expect(chosenMonth('2025-02', '2026-11-22')).toBe('2025-02')
})
