import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { balanceMax } from '@sluice/contract/quota'
import { roles } from '@sluice/contract/roles'
import {
  type ManagedTopup,
  type ManagedTopupPage,
  type PaymentAlert,
  type Topup,
  type TopupInfo,
  topupInfo,
} from '@sluice/contract/topup'
import { auditLedger } from '../../cli/ledger-audit.ts'
import { expireWaitingOrders } from '../../payments/order-upkeep.ts'
import { orderLifeMs, waitingOrdersMax } from '../../payments/start-order.ts'
import { epayMerchant, startTestEpayGateway, type TestEpayGateway } from '../../payments/test-epay-gateway.ts'
import { createManualClock } from '../../platform/test-clock.ts'
import { serveLocally } from '../../platform/test-port.ts'
import { engines } from '../../store/test-databases.ts'
import { setOptions, startTestApp, type TestApp, type TestClient } from '../test-app.ts'

const clock = createManualClock(Date.UTC(2026, 10, 20))

describe.each(engines)('top-ups by the easy-pay gateway on $name', (engine) => {
  let app: TestApp
  let admin: TestClient
  let gateway: TestEpayGateway
  /** Receives the notifications, because the gateway calls this server over HTTP. */
  let notifyServer: Bun.Server<unknown>
  let options: Record<string, string>
  beforeAll(async () => {
    app = await startTestApp({ engine, clock })
    admin = await app.addUser({ role: roles.admin })
    gateway = startTestEpayGateway()
    notifyServer = serveLocally(async (request) => {
      const { pathname, search } = new URL(request.url)
      const body = request.method === 'POST' ? await request.text() : null
      const headers = { 'content-type': request.headers.get('content-type') ?? '' }
      return app.send(pathname + search, {
        method: request.method,
        headers,
        ...(body !== null && { body }),
      })
    })
    options = {
      PayAddress: gateway.url,
      EpayId: epayMerchant.pid,
      EpayKey: epayMerchant.key,
      CustomCallbackAddress: `http://127.0.0.1:${notifyServer.port}`,
      ServerAddress: 'https://ai.example',
    }
    await setOptions(app, options)
  })
  afterEach(async () => {
    await app.store.db.deleteFrom('payment_alerts').execute()
  })
  afterAll(async () => {
    const { findings } = await auditLedger(app.store)
    await app.close()
    await notifyServer.stop(true)
    await gateway.stop()
    expect(findings).toEqual([])
  })

  const balanceOf = async (client: TestClient): Promise<number> => await app.ledger.balanceOf(client.id)
  const pay = (client: TestClient, amount: unknown = 2, more: object = {}) =>
    client.post('/api/user/pay', { amount, payment_method: 'zfb', top_up_code: '', ...more })
  /** Creates an order and submits its form as the browser does; returns the order number. */
  async function placeOrder(client: TestClient, amount = 2, more: object = {}): Promise<string> {
    const { body } = await pay(client, amount, more)
    expect(body.message).toBe('success')
    const fields = body.data as Record<string, string>
    expect(await gateway.submit(String(body.url), fields)).toBe(200)
    return fields.out_trade_no ?? ''
  }
  const readOrders = async (client: TestClient) =>
    (await client.get('/api/user/topup/self')).body.data as { items: Topup[] }
  const readAlerts = async () => ((await admin.get('/api/topup/alerts')).body.data as { items: PaymentAlert[] }).items
  /** Expects that nothing was credited and that administrators see the alert. */
  async function expectRefused(client: TestClient, answer: string, alert: Partial<PaymentAlert>): Promise<void> {
    expect(answer).toBe('fail')
    expect(await balanceOf(client)).toBe(0)
    expect(await readAlerts()).toMatchObject([{ gateway: 'epay', times: 1, ...alert }])
  }

  test('accounts may use prices and forms; only administrators see all orders', async () => {
    const user = await app.addUser()
    const calls = [
      ['POST', '/api/user/amount'],
      ['POST', '/api/user/pay'],
      ['POST', '/api/user/stripe/pay'],
      ['GET', '/api/user/topup/self'],
      ['GET', '/api/topup/'],
      ['GET', '/api/topup/alerts'],
      ['POST', '/api/topup/complete'],
    ] as const
    for (const [method, path] of calls) expect((await app.send(path, { method })).status, path).toBe(401)
    for (const path of ['/api/topup/', '/api/topup/alerts']) {
      expect((await user.get(path)).body.code, path).toBe('insufficient_rights')
      expect((await admin.get(path)).body.success, path).toBe(true)
    }
    for (const client of [user, admin])
      expect((await client.post('/api/topup/complete', { trade_no: 'x' })).body.code).toBe('insufficient_rights')
  })

  test('a price is quoted in the form that clients expect', async () => {
    const vip = await app.addUser({ group: 'vip' })
    await setOptions(app, { TopupGroupRatio: '{"default":1,"vip":0.5}' })
    const user = await app.addUser()
    const quotePrice = async (client: TestClient, amount: unknown) =>
      (await client.post('/api/user/amount', { amount, top_up_code: 'x' })).body
    expect(await quotePrice(user, 2)).toEqual({ message: 'success', data: '14.60', currency: '' } as never)
    expect(await quotePrice(vip, 2)).toMatchObject({ message: 'success', data: '7.30' })
    await setOptions(app, { Price: '10', MinTopUp: '3' })
    expect(await quotePrice(user, 3)).toMatchObject({ message: 'success', data: '30.00' })
    expect(await quotePrice(user, 2)).toEqual({
      message: 'error',
      code: 'topup_below_minimum',
      data: expect.stringContaining('$3'),
      params: { minimum: '$3' },
    } as never)
    for (const wrong of [0, -1, 1.5, '3', null, undefined, 2 ** 53])
      expect(await quotePrice(user, wrong)).toMatchObject({ message: 'error', code: 'invalid_parameters' })
    expect(await quotePrice(user, 1e12)).toMatchObject({ message: 'error', code: 'topup_amount_too_high' })
    await setOptions(app, { Price: '7.3', MinTopUp: '1', TopupGroupRatio: '{"default":1}' })
  })

  test('a refused price is described by the contract, in the language of the reader', async () => {
    const user = await app.addUser()
    const chinese = { 'accept-language': 'zh' }
    const { body } = await user.request('POST', '/api/user/amount', { amount: 0 }, chinese)
    expect(body).toMatchObject({
      message: 'error',
      code: 'invalid_parameters',
      data: expect.stringMatching(/\p{Script=Han}/u),
      param_reasons: { reason: { code: 'greater', params: { min: '0' }, at: 'amount' } },
    })
    const strange = await app.send('/api/user/amount', { method: 'POST', body: '{"amount":1}' })
    expect([strange.status, await strange.json()]).toMatchObject([401, { success: false, code: 'not_logged_in' }])
    const description = await (await app.send('/api/openapi.json')).json()
    const bodyOf = (schema: object) => ({ post: { requestBody: { content: { 'application/json': { schema } } } } })
    expect(description).toMatchObject({
      paths: {
        '/api/user/amount': bodyOf({ properties: { amount: { type: 'integer' } } }),
        '/api/user/pay': bodyOf({ required: ['amount', 'payment_method'] }),
      },
    })
  })

  test('the configured payment methods are listed, in the language of the reader', async () => {
    const user = await app.addUser()
    const readInfo = async (language = 'en') =>
      (await user.request('GET', '/api/user/topup/info', undefined, { 'accept-language': language })).body
        .data as TopupInfo
    expect(topupInfo.parse(await readInfo())).toEqual(await readInfo())
    const { pay_methods: methods, ...info } = await readInfo()
    expect(info).toMatchObject({ enable_online_topup: true, enable_stripe_topup: false, min_topup: 1 })
    expect(methods.map(({ name, type }) => [name, type])).toEqual([
      ['Alipay', 'alipay'],
      ['WeChat Pay', 'wxpay'],
    ])
    expect((await readInfo('zh-CN')).pay_methods[0]?.name).toBe('支付宝')
    // An order accepts each of them.
    for (const { type } of methods)
      expect((await pay(user, info.min_topup, { payment_method: type })).body.message).toBe('success')
    await setOptions(app, { MinTopUp: '3', DisplayInCurrencyEnabled: 'false', TopUpLink: 'https://codes.example' })
    expect(await readInfo()).toMatchObject({ min_topup: 1_500_000, topup_link: 'https://codes.example' })
    await setOptions(app, { MinTopUp: '1', DisplayInCurrencyEnabled: 'true', PayAddress: '' })
    expect(await readInfo()).toMatchObject({ enable_online_topup: false, pay_methods: [] })
    await setOptions(app, { PayAddress: gateway.url })
  })

  test('a payment is credited exactly once, and recorded', async () => {
    const user = await app.addUser()
    const { body } = await pay(user, 3, { payment_method: 'wx' })
    const fields = body.data as Record<string, string>
    expect(body).toMatchObject({ message: 'success', url: `${gateway.url}/submit.php` })
    expect(fields.out_trade_no).toMatch(new RegExp(`^USR${user.id}NO[0-9A-Za-z]{13}$`))
    expect(fields).toMatchObject({
      pid: '1001',
      type: 'wxpay',
      name: 'TUC3',
      money: '21.90',
      device: 'pc',
      sign_type: 'MD5',
      notify_url: `http://127.0.0.1:${notifyServer.port}/api/user/epay/notify`,
      return_url: 'https://ai.example/topup',
    })
    await gateway.submit(String(body.url), fields)
    const number = fields.out_trade_no ?? ''
    expect((await readOrders(user)).items).toMatchObject([
      {
        method: 'wxpay',
        trade_no: number,
        amount: 3,
        quota: 1_500_000,
        price: '21.90',
        money: 21.9,
        status: 'pending',
      },
    ])
    expect(await gateway.notify(number)).toBe('success')
    expect(await balanceOf(user)).toBe(1_500_000)
    const [credited] = (await readOrders(user)).items
    expect(credited).toMatchObject({ status: 'success', complete_time: clock.now() / 1_000 })
    const rows = await app.store.db.selectFrom('usage_logs').selectAll().where('user_id', '=', user.id).execute()
    expect(rows).toMatchObject([{ type: 1, content: expect.stringMatching(/\$3, paid ¥21\.90 by WeChat Pay/) }])
    expect(await readAlerts()).toEqual([])
  })

  test('a notification that arrives several times credits once and always gets "success"', async () => {
    const user = await app.addUser()
    const number = await placeOrder(user)
    const notification = { parameters: { trade_no: 'G-same' } }
    const answers = await Promise.all(Array.from({ length: 5 }, () => gateway.notify(number, notification)))
    expect(answers).toEqual(Array(5).fill('success'))
    expect(await gateway.notify(number, notification)).toBe('success')
    expect(await gateway.notify(number, { ...notification, method: 'POST' })).toBe('success')
    expect(await balanceOf(user)).toBe(1_000_000)
    expect(await readAlerts()).toEqual([])
    expect(await gateway.notify(number, { parameters: { trade_no: 'G-other' } })).toBe('success')
    expect(await balanceOf(user)).toBe(1_000_000)
    expect(await readAlerts()).toMatchObject([{ reason: 'paid_again', trade_no: number, user_id: user.id }])
    const readDetail = async (language: string) => {
      const headers = { 'accept-language': language }
      const { body } = await admin.request('GET', '/api/topup/alerts', undefined, headers)
      return (body.data as { items: PaymentAlert[] }).items[0]?.detail
    }
    const english = 'Credited for "G-same", paid again as "G-other"'
    expect(await readDetail('en')).toBe(english)
    expect(await readDetail('zh')).toBe('已按 "G-same" 到账，又以 "G-other" 重复支付')
    // The alert as an older version stored it.
    await app.store.db.updateTable('payment_alerts').set({ fault: null }).execute()
    expect(await readDetail('zh')).toBe(english)
  })

  test('a notification may be sent as a form', async () => {
    const user = await app.addUser()
    expect(await gateway.notify(await placeOrder(user), { method: 'POST' })).toBe('success')
    expect(await balanceOf(user)).toBe(1_000_000)
  })

  test.each([
    ['another amount', { parameters: { money: '0.01' } }, { reason: 'wrong_amount' }],
    ['an invalid amount', { parameters: { money: '1e3' } }, { reason: 'wrong_amount' }],
    ['another merchant', { parameters: { pid: '1002' } }, { reason: 'wrong_merchant' }],
    ['another method', { parameters: { type: 'wxpay' } }, { reason: 'wrong_method' }],
    ['a trade that was closed', { parameters: { trade_status: 'TRADE_CLOSED' } }, { reason: 'not_paid' }],
    ['no trade status', { parameters: { trade_status: '' } }, { reason: 'not_paid' }],
    ['an unknown order', { parameters: { out_trade_no: 'USR1NOnothing' } }, { reason: 'unknown_order' }],
    ['another key', { key: 'wrong' }, { reason: 'bad_signature', trade_no: '' }],
    ['no signature', { afterwards: { sign: null } }, { reason: 'bad_signature', trade_no: '' }],
    ['a change after signing', { afterwards: { money: '14.6' } }, { reason: 'bad_signature', trade_no: '' }],
    ['an additional parameter', { extra: '&param=1' }, { reason: 'bad_signature', trade_no: '' }],
    ['a parameter twice', { extra: '&money=14.60' }, { reason: 'malformed', trade_no: '' }],
    ['a parameter twice in a form', { extra: '&pid=1001', method: 'POST' }, { reason: 'malformed' }],
  ] as const)('%s is refused and shown to administrators', async (_, more, alert) => {
    const user = await app.addUser()
    await expectRefused(user, await gateway.notify(await placeOrder(user), more), alert as Partial<PaymentAlert>)
  })

  test('without a key nothing is credited, whatever the signature', async () => {
    const user = await app.addUser()
    const number = await placeOrder(user)
    await setOptions(app, { PayAddress: '', EpayKey: '' })
    await expectRefused(user, await gateway.notify(number, { key: '' }), { reason: 'not_configured' })
    expect((await pay(user)).body).toMatchObject({ message: 'error', code: 'topup_disabled' })
    await setOptions(app, { PayAddress: gateway.url, EpayKey: epayMerchant.key })
    expect(await gateway.notify(number)).toBe('success')
  })

  test('a waiting order is credited even after the method is disabled', async () => {
    const user = await app.addUser()
    const number = await placeOrder(user)
    await setOptions(app, { PayAddress: '' })
    expect((await pay(user)).body.code).toBe('topup_disabled')
    const quoted = await user.post('/api/user/amount', { amount: 2 })
    expect(quoted.body).toMatchObject({ message: 'error', code: 'topup_disabled' })
    expect(await gateway.notify(number)).toBe('success')
    expect(await balanceOf(user)).toBe(1_000_000)
    await setOptions(app, { PayAddress: gateway.url })
  })

  test('without an address of the site no payment is offered, because no notification could arrive', async () => {
    const user = await app.addUser()
    const stored = app.store.db.updateTable('options').where('name', '=', 'ServerAddress')
    await stored.set({ value: '' }).execute()
    await app.state.publish({ kind: 'options' })
    expect((await pay(user)).body.code).toBe('topup_disabled')
    expect((await user.get('/api/status')).body.data).toMatchObject({ enable_online_topup: false })
    await stored.set({ value: 'https://ai.example' }).execute()
    await app.state.publish({ kind: 'options' })
  })

  test('a body that is too large is not read', async () => {
    const response = await app.send('/api/user/epay/notify', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: `a=${'x'.repeat(70_000)}`,
    })
    expect(response.status).toBe(413)
    expect(await response.text()).not.toBe('success')
  })

  test('notifications with a wrong signature raise one alert for each network', async () => {
    for (let index = 0; index < 5; index++)
      await app.send(`/api/user/epay/notify?out_trade_no=X${index}&sign=0`, undefined, '198.51.100.7')
    await app.send('/api/user/epay/notify', undefined, '203.0.113.9')
    const found = (await readAlerts()).map(({ ip, times, reason, trade_no }) => ({ ip, times, reason, trade_no }))
    expect(found.toSorted((a, b) => b.times - a.times)).toEqual([
      { ip: '198.51.100.7', times: 5, reason: 'bad_signature', trade_no: '' },
      { ip: '203.0.113.9', times: 1, reason: 'bad_signature', trade_no: '' },
    ])
  })

  test('a payment of an expired order is credited, and raises an alert', async () => {
    const user = await app.addUser()
    const number = await placeOrder(user)
    clock.advance(orderLifeMs)
    expect((await readOrders(user)).items).toMatchObject([{ status: 'expired' }])
    await expireWaitingOrders(app.store.db, clock.now(), new AbortController().signal)
    const stored = await app.store.db
      .selectFrom('topup_orders')
      .select('status')
      .where('trade_no', '=', number)
      .execute()
    expect(stored).toEqual([{ status: 'expired' }])
    expect(await gateway.notify(number)).toBe('success')
    expect(await balanceOf(user)).toBe(1_000_000)
    expect(await readAlerts()).toMatchObject([{ reason: 'credited_late', trade_no: number, user_id: user.id }])
    expect((await readOrders(user)).items).toMatchObject([{ status: 'success' }])
  })

  test('an order that would exceed the maximum balance is refused, and a paid one waits until it fits', async () => {
    const user = await app.addUser()
    const number = await placeOrder(user)
    const setBalance = (value: number) =>
      app.root.post('/api/user/manage', { id: user.id, action: 'add_quota', mode: 'override', value })
    await setBalance(balanceMax - 999_999)
    expect((await pay(user)).body).toMatchObject({ message: 'error', code: 'topup_balance_full' })
    expect(await gateway.notify(number)).toBe('fail')
    expect(await readAlerts()).toMatchObject([{ reason: 'balance_full', trade_no: number, user_id: user.id }])
    const byHand = await app.root.post('/api/topup/complete', { trade_no: number })
    expect(byHand.body).toMatchObject({ success: false, code: 'invalid_parameters' })
    expect((await readOrders(user)).items).toMatchObject([{ status: 'pending' }])
    expect(await balanceOf(user)).toBe(balanceMax - 999_999)
    await setBalance(0)
    expect(await gateway.notify(number)).toBe('success')
    expect(await balanceOf(user)).toBe(1_000_000)
  })

  test('the quota of an order does not change with later options', async () => {
    const user = await app.addUser()
    const number = await placeOrder(user)
    await setOptions(app, { QuotaPerUnit: '1000', Price: '0.1' })
    expect(await gateway.notify(number, { parameters: { money: '14.60' } })).toBe('success')
    expect(await balanceOf(user)).toBe(1_000_000)
    await setOptions(app, { QuotaPerUnit: '500000', Price: '7.3' })
  })

  test('if amounts are raw quota, exactly that amount is credited', async () => {
    const user = await app.addUser()
    await setOptions(app, { DisplayInCurrencyEnabled: 'false' })
    expect((await pay(user, 499_999)).body).toMatchObject({ code: 'topup_below_minimum' })
    const number = await placeOrder(user, 750_001)
    await setOptions(app, { DisplayInCurrencyEnabled: 'true' })
    expect(gateway.orders.get(number)).toMatchObject({ money: '10.95', name: 'TUC750001' })
    expect(await gateway.notify(number)).toBe('success')
    expect(await balanceOf(user)).toBe(750_001)
  })

  test('an account has a limited number of waiting orders', async () => {
    const user = await app.addUser()
    for (let count = 0; count < waitingOrdersMax; count++) await pay(user)
    expect((await pay(user)).body).toMatchObject({ message: 'error', code: 'topup_orders_waiting' })
    clock.advance(orderLifeMs)
    expect((await pay(user)).body.message).toBe('success')
    for (const wrong of ['paypal', '', undefined])
      expect((await pay(user, 2, { payment_method: wrong })).body.code).toBe('invalid_parameters')
  })

  test('the super administrator marks an order as paid by hand, once, and the audit trail records it', async () => {
    const user = await app.addUser()
    const number = await placeOrder(user)
    const complete = () => app.root.post('/api/topup/complete', { trade_no: number, note: 'bank slip' })
    const answers = await Promise.all([complete(), complete(), complete()])
    expect(answers.filter(({ body }) => body.success)).toHaveLength(1)
    for (const { body } of answers) if (!body.success) expect(body.code).toBe('order_not_open')
    expect(await balanceOf(user)).toBe(1_000_000)
    const { items } = (await admin.get(`/api/topup/?keyword=${number}`)).body.data as {
      items: ManagedTopup[]
    }
    expect(items).toMatchObject([{ user_id: user.id, status: 'success', completed_by: app.root.id }])
    const lines = await app.store.db.selectFrom('audit_logs').selectAll().where('object_id', '=', number).execute()
    expect(lines).toMatchObject([
      { action: 'topup.complete', actor_id: app.root.id, after: expect.stringContaining('bank slip') },
    ])
    expect(await gateway.notify(number)).toBe('success')
    expect(await balanceOf(user)).toBe(1_000_000)
    expect(await readAlerts()).toEqual([])
    expect((await app.root.post('/api/topup/complete', { trade_no: 'nothing' })).body.code).toBe('not_found')
  })

  test('lists are paged and filtered; no account sees orders of another', async () => {
    const [user, other] = [await app.addUser({ username: 'payer' }), await app.addUser()]
    const { data: codes } = (await admin.post('/api/redemption/', { name: 'c', quota: 9 })).body
    clock.advance(10_000)
    const first = await placeOrder(user)
    await gateway.notify(first, { parameters: { trade_no: 'G-77' } })
    clock.advance(10_000)
    await user.post('/api/user/topup', { key: (codes as string[])[0] })
    clock.advance(10_000)
    const second = await placeOrder(user, 5)
    await placeOrder(other)
    const list = async (query: string) =>
      (await admin.get(`/api/topup/?${query}`)).body.data as { items: ManagedTopup[]; total: number }
    const readMethods = async (query: string): Promise<[string, number][]> =>
      (await list(query)).items.map(({ method, quota }) => [method, quota])
    const all: [string, number][] = [
      ['alipay', 2_500_000],
      ['redemption', 9],
      ['alipay', 1_000_000],
    ]
    expect(await readMethods('user=payer')).toEqual(all)
    expect(await readMethods(`user=${user.id}`)).toEqual(all)
    expect(await readMethods('user=nobody')).toEqual([])
    expect(await readMethods('user=payer&status=success')).toEqual(all.slice(1))
    expect(await readMethods('user=payer&status=pending')).toEqual(all.slice(0, 1))
    expect(await readMethods('user=payer&method=redemption')).toEqual([['redemption', 9]])
    expect(await readMethods('user=payer&method=wxpay')).toEqual([])
    expect((await list('keyword=G-77')).items).toMatchObject([
      { trade_no: first, username: 'payer', gateway_no: 'G-77' },
    ])
    expect(await list('user=payer&p=2&page_size=1')).toMatchObject({
      total: 3,
      items: [{ method: 'redemption' }],
    })
    const readSums = async (query: string) =>
      ((await admin.get(`/api/topup/?user=payer&${query}`)).body.data as ManagedTopupPage).sums
    const paid = [{ currency: '', received: '14.60', refunded: '0.00', money: '14.60' }]
    expect(await readSums('page_size=1')).toEqual({ count: 2, quota: 1_000_009, money: paid })
    expect(await readSums('method=redemption')).toEqual({ count: 1, quota: 9, money: [] })
    for (const query of ['status=pending', 'status=expired', 'end_timestamp=1'])
      expect(await readSums(query)).toEqual({ count: 0, quota: 0, money: [] })
    // Credited amounts are summed exactly for each currency, without decimals where the currency has none.
    const more = [
      ['0.10', 'usd'],
      ['0.20', 'usd'],
      ['90071992547409.91', ''],
      ['700', 'jpy'],
    ] as const
    for (const [index, [money, currency]] of more.entries())
      await app.store.db
        .insertInto('topup_orders')
        .values({
          trade_no: `SUM${index}`,
          user_id: other.id,
          method: 'stripe',
          amount: 1,
          quota: 1,
          money,
          currency,
          status: 'success',
          gateway_no: '',
          completed_by: 0,
          created_at: clock.now(),
          completed_at: clock.now(),
          expires_at: clock.now(),
        })
        .execute()
    const { data: page } = (await admin.get(`/api/topup/?user=${other.id}`)).body
    expect((page as ManagedTopupPage).sums).toEqual({
      count: 4,
      quota: 4,
      money: [
        { currency: '', received: '90071992547409.91', refunded: '0.00', money: '90071992547409.91' },
        { currency: 'jpy', received: '700', refunded: '0', money: '700' },
        { currency: 'usd', received: '0.30', refunded: '0.00', money: '0.30' },
      ],
    })
    await app.store.db.deleteFrom('topup_orders').where('trade_no', 'like', 'SUM%').execute()
    const since = Math.floor(clock.now() / 1_000) - 5
    expect(await readMethods(`user=payer&start_timestamp=${since}`)).toEqual(all.slice(0, 1))
    expect((await admin.get('/api/topup/?status=odd')).body.code).toBe('invalid_parameters')
    const own = await readOrders(user)
    expect(own.items.map(({ trade_no }) => trade_no)).toEqual([second, '', first])
    expect(own.items[0]).not.toHaveProperty('username')
    expect(own.items[0]).toMatchObject({ user_id: user.id, payment_method: 'alipay', money: 36.5 })
    expect(own.items[1]).toMatchObject({ payment_method: 'redemption', payment_provider: '', money: 0 })

    // Newer clients search by a part of the number; administrators see orders without redemption codes.
    const search = async (client: TestClient, query: string) => {
      const { items, total } = (await client.get(`/api/user/topup${query}`)).body.data as Page
      return { total, numbers: items.map(({ trade_no }) => trade_no) }
    }
    interface Page {
      items: ManagedTopup[]
      total: number
    }
    const part = first.slice(-9, -2)
    expect(await search(user, `/self?keyword=${part}&p=0&page_size=5`)).toEqual({ total: 1, numbers: [first] })
    expect(await search(user, '/self?keyword=%25')).toEqual({ total: 0, numbers: [] })
    expect(await search(admin, `?keyword=${part}`)).toEqual({ total: 1, numbers: [first] })
    expect((await search(admin, `?keyword=USR${user.id}NO`)).numbers).toEqual([second, first])
    expect((await admin.get(`/api/user/topup?keyword=${part}`)).body.data).toMatchObject({
      page: 1,
      page_size: 10,
      total: 1,
      items: [{ username: 'payer', payment_provider: 'epay', status: 'success', amount: 2, money: 14.6 }],
    })
    expect((await user.get('/api/user/topup')).body.code).toBe('insufficient_rights')
    expect((await readOrders(other)).items).toHaveLength(1)
  })
})
