import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createManualClock } from '../../platform/test-clock.ts'
import { engines } from '../../store/test-databases.ts'
import { startTestApp, type TestApp, type TestClient } from '../test-app.ts'

const now = Date.UTC(2026, 10, 20)

describe.each(engines)('top-ups as a file on $name', (engine) => {
  let app: TestApp
  let admin: TestClient
  let user: TestClient
  beforeAll(async () => {
    app = await startTestApp({ engine, clock: createManualClock(now) })
    admin = await app.addUser({ role: 10 })
    user = await app.addUser({ username: 'payer' })
    const order = {
      user_id: user.id,
      method: 'stripe' as const,
      amount: 5,
      quota: 2_500_000,
      money: '5.00',
      currency: 'usd',
      status: 'success' as const,
      gateway_no: '',
      reversal: 'none' as const,
      reversed_quota: 0,
      reversed_minor: 0,
      completed_by: 0,
      created_at: now,
      completed_at: now,
      expires_at: now + 1_000,
    }
    // More than one part of the file, all of one moment: the order within it decides where the next part begins.
    const many = Array.from({ length: 620 }, (_, index) => ({
      ...order,
      trade_no: `N${index}`,
      method: index % 2 ? ('stripe' as const) : ('alipay' as const),
    }))
    for (let from = 0; from < many.length; from += 40)
      await app.store.db
        .insertInto('topup_orders')
        .values(many.slice(from, from + 40))
        .execute()
    await app.store.db
      .insertInto('topup_orders')
      .values([
        { ...order, trade_no: '=formula', created_at: now + 1_000, completed_at: 0, status: 'pending' },
        {
          ...order,
          trade_no: 'back',
          user_id: 9_999,
          created_at: now + 2_000,
          reversal: 'partial',
          reversed_quota: 500_000,
          reversed_minor: 100,
        },
      ])
      .execute()
    const { data: codes } = (await admin.post('/api/redemption/', { name: 'c', quota: 500_000 })).body
    await user.post('/api/user/topup', { key: (codes as string[])[0] })
  }, 60_000)
  afterAll(() => app.close())

  const read = (query: string, cookie = admin.cookie, id = admin.id) =>
    app.send(`/api/topup/export?${query}`, { headers: { cookie, 'new-api-user': String(id) } })

  const linesOf = async (query: string) => {
    const [head = '', ...lines] = (await (await read(query)).text()).replace('\uFEFF', '').trim().split('\r\n')
    const names = head.split(',')
    return lines.map((line) => Object.fromEntries(line.split(',').map((cell, index) => [names[index], cell])))
  }

  test('has each order and code once, newest first, with what was received, refunded and left', async () => {
    const lines = await linesOf('')
    expect(lines).toHaveLength(623)
    expect(new Set(lines.map(({ method, id }) => `${method === 'redemption'} ${id}`)).size).toBe(623)
    expect(lines[0]).toMatchObject({
      order: 'back',
      username: '',
      reversal: 'partial',
      received: '5.00',
      refunded: '1.00',
      net: '4.00',
      credit: '5',
      reversed_credit: '1',
      credit_quota: '2500000',
    })
    expect(lines[1]).toMatchObject({ order: "'=formula", username: 'payer', credited: '', price: '5.00', net: '' })
    const ofCodes = lines.filter(({ method }) => method === 'redemption')
    expect(ofCodes).toMatchObject([{ price: '', received: '', credit: '1', credited: '2026-11-20T00:00:00.000Z' }])
  })

  test('follows the filter of the list, and is for administrators alone', async () => {
    expect(await linesOf('user=payer&status=pending')).toHaveLength(1)
    expect(await linesOf('method=redemption')).toHaveLength(1)
    expect(await linesOf('user=nobody')).toEqual([])
    const file = await read('status=reversed')
    expect(file.headers.get('content-disposition')).toBe('attachment; filename="topups-2026-11-20.csv"')
    await file.text()
    expect(await (await read('', user.cookie, user.id)).json()).toMatchObject({ success: false })
  })
})
