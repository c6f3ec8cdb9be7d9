import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { quota } from '@sluice/contract/quota'
import { statementMovementsMax, type UserStatement } from '@sluice/contract/user-statement'
import { createManualClock } from '../../platform/test-clock.ts'
import { engines } from '../../store/test-databases.ts'
import { newTestUsageHour } from '../../store/test-usage-hours.ts'
import { newTestUsageLog } from '../../store/test-usage-logs.ts'
import { addUsageHours } from '../../store/usage-hours.ts'
import { startTestApp, type TestApp, type TestClient } from '../test-app.ts'

const hour = 3_600_000
const day = 24 * hour
const seconds = (at: number) => Math.floor(at / 1_000)

describe.each(engines)('the statement of an account on $name', (engine) => {
  const clock = createManualClock()
  let app: TestApp
  let admin: TestClient
  let user: TestClient
  /** Midnight (UTC) of the first day. */
  let start: number
  beforeAll(async () => {
    app = await startTestApp({ clock, engine })
    admin = await app.addUser({ role: 10, username: 'admin' })
    user = await app.addUser({ username: 'ada' })
    clock.advance(day - (clock.now() % day))
    start = clock.now()
    clock.advance(hour)
    await post({ kind: 'credit', amount: 1_000, note: { code: 'order', params: { order: 'T1' } } })
    await call(300)
    await call(0)
    clock.advance(22 * hour)
    await call(50)
    clock.advance(2 * hour)
    const change = { ids: [user.id], amount: -150, reason: 'abuse' }
    await admin.post('/api/user/batch/balance', change)
    await call(20)
    clock.advance(day)
    await post({ kind: 'credit', amount: 5, note: { code: 'checkin', params: { day: '2026-01-01' } } })
    clock.advance(hour)
  }, 60_000)
  afterAll(() => app.close())

  let count = 0
  const post = (entry: { kind: 'credit'; amount: number; note: never | object }) =>
    app.ledger.post({
      ref: `entry-${++count}`,
      userId: user.id,
      kind: entry.kind,
      amount: quota(entry.amount),
      note: entry.note as never,
    })
  const reserve = async (amount: number) => {
    const held = await app.ledger.reserve({
      ref: `call-${++count}`,
      userId: user.id,
      tokenId: null,
      amount: quota(amount),
    })
    if (!held.ok) throw new Error(held.reason)
    return held.reservation
  }
  async function call(charge: number): Promise<void> {
    const row = { user_id: user.id, created_at: clock.now(), token_id: 0, model_name: 'm', quota: charge }
    await (await reserve(charge)).settle(quota(charge), newTestUsageLog({ ...row, list_quota: charge }), 1)
  }
  const read = async (query = '', client = admin) => {
    const { body } = await client.get(`/api/user/${user.id}/statement?${query}`)
    expect(body).toMatchObject({ success: true })
    const statement = body.data as UserStatement
    const moved = statement.lines.reduce((sum, { amount }) => sum + amount, 0)
    expect(statement.opening + moved).toBe(statement.closing)
    return statement
  }
  const shown = ({ lines }: UserStatement) =>
    lines.map(({ at, kind, amount, balance }) => [(at * 1_000 - start) / hour, kind, amount, balance])

  test('what running calls hold stands beside the balance', async () => {
    const readUser = async () => {
      const { data } = (await admin.get(`/api/user/${user.id}`)).body
      const own = (await user.get('/api/user/self')).body.data
      const { quota: balance, held_quota: held } = data as { quota: number; held_quota: number }
      expect(own).toMatchObject({ quota: balance, held_quota: held })
      return { balance, held }
    }
    const sumOf = ({ balance, held }: { balance: number; held: number }) => balance + held
    const before = await readUser()
    expect(before.held).toBe(0)
    const held = await reserve(30)
    await app.ledger.flush()
    expect(sumOf(await readUser())).toBe(sumOf(before))
    // A database server knows of a hold within a lease when the call has delivered something.
    if (engine.name === 'SQLite') expect((await readUser()).held).toBe(30)
    await held.release(null)
    await app.ledger.flush()
    expect((await readUser()).held).toBe(0)
  })

  test('has every movement with the balance after it, and charges by day', async () => {
    const statement = await read()
    expect(statement).toMatchObject({ opening: 0, closing: 485 })
    expect(shown(statement)).toEqual([
      [49, 'credit', 5, 485],
      [24, 'charges', -20, 480],
      [25, 'adjustment', -150, null],
      [0, 'charges', -350, 650],
      [1, 'credit', 1_000, null],
    ])
    expect(statement.lines.map(({ calls }) => calls)).toEqual([undefined, 1, undefined, 3, undefined])
    expect(statement.lines[2]).toMatchObject({
      note: { code: 'adjusted_by', params: {} },
      author: 'admin',
      reason: 'abuse',
    })
    expect(statement.lines[4]).toMatchObject({
      note: { code: 'order', params: { order: 'T1' } },
      author: '',
      reason: '',
    })
  })

  test('of a past span begins and ends with the balances of then', async () => {
    const span = `start_timestamp=${seconds(start + day)}&end_timestamp=${seconds(start + 2 * day) - 1}`
    const statement = await read(span)
    expect(statement).toMatchObject({ opening: 650, closing: 480, start: seconds(start + day) })
    expect(shown(statement).map(([, kind]) => kind)).toEqual(['charges', 'adjustment'])
    const before = await read(`start_timestamp=${seconds(start - day)}&end_timestamp=${seconds(start) - 1}`)
    expect(before).toMatchObject({ opening: 0, closing: 0, lines: [] })
  })

  test('counts days in the time zone of the reader', async () => {
    const statement = await read('time_zone=Asia/Shanghai')
    // 23:00 UTC is the next day in Shanghai, where a day begins at 16:00 UTC.
    expect(shown(statement).filter(([, kind]) => kind === 'charges')).toEqual([
      [16, 'charges', -70, 480],
      [-8, 'charges', -300, 700],
    ])
    expect((await admin.get(`/api/user/${user.id}/statement?time_zone=Nowhere`)).body.code).toBe('invalid_parameters')
    expect((await admin.get(`/api/user/${user.id}/statement?start_timestamp=1`)).body.code).toBe('invalid_parameters')
  })

  test('leaves out what open calls hold', async () => {
    const open = await reserve(100)
    await open.durable
    expect((await read()).closing).toBe(485)
    await open.release(null)
  })

  test('is for administrators of a higher level', async () => {
    expect((await user.get(`/api/user/${user.id}/statement`)).body.code).toBe('insufficient_rights')
    expect((await admin.get(`/api/user/${app.root.id}/statement`)).body.code).toBe('user_out_of_reach')
    expect((await admin.get('/api/user/999999/statement')).body.code).toBe('not_found')
  })

  test('of too many movements is shorter, and still adds up', async () => {
    const many = await app.addUser({ username: 'many' })
    const at = clock.now()
    const rows = Array.from({ length: statementMovementsMax + 5 }, (_, index) => ({
      user_id: many.id,
      token_id: null,
      channel_id: null,
      kind: 'credit' as const,
      amount: 1,
      ref: `many-${index}`,
      request_id: null,
      note: '',
      created_at: at - (index < 10 ? 5 : 1) * hour,
    }))
    for (let first = 0; first < rows.length; first += 500)
      await app.store.db
        .insertInto('ledger_entries')
        .values(rows.slice(first, first + 500))
        .execute()
    await app.store.db.updateTable('users').set({ quota: rows.length }).where('id', '=', many.id).execute()
    const { body } = await admin.get(`/api/user/${many.id}/statement`)
    const statement = body.data as UserStatement
    expect(statement.lines).toHaveLength(rows.length - 10)
    expect(statement).toMatchObject({ opening: 10, closing: rows.length })
  })

  test('of an imported account has no charges from before the import', async () => {
    const imported = await app.addUser({ username: 'imported' })
    const at = clock.now() - 2 * hour
    await app.store.db
      .insertInto('ledger_entries')
      .values({
        user_id: imported.id,
        token_id: null,
        channel_id: null,
        kind: 'initial',
        amount: 900,
        ref: `initial:user:${imported.id}`,
        request_id: null,
        note: '{"code":"imported","params":{}}',
        created_at: at,
      })
      .execute()
    await app.store.db.updateTable('users').set({ quota: 900 }).where('id', '=', imported.id).execute()
    const place = { user_id: imported.id, token_id: 0, channel_id: 1, group_name: 'default', model_name: 'm' }
    await addUsageHours(app.store.db, [newTestUsageHour({ ...place, hour: at - (at % hour) - 5 * hour, quota: 70 })])
    const { body } = await admin.get(`/api/user/${imported.id}/statement`)
    expect(body.data).toMatchObject({
      opening: 0,
      closing: 900,
      lines: [{ kind: 'initial', amount: 900, balance: 900 }],
    })
  })
})
