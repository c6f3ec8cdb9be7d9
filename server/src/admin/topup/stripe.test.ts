import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { quota } from '@sluice/contract/quota'
import { roles } from '@sluice/contract/roles'
import type { ManagedTopupPage, PaymentAlert, StripePayment, Topup } from '@sluice/contract/topup'
import { auditLedger } from '../../cli/ledger-audit.ts'
import { orderLifeMs } from '../../payments/start-order.ts'
import { startTestStripe, type TestStripe } from '../../payments/test-stripe.ts'
import { createManualClock } from '../../platform/test-clock.ts'
import { engines } from '../../store/test-databases.ts'
import { setOptions, startTestApp, type TestApp, type TestClient } from '../test-app.ts'

const clock = createManualClock(Date.UTC(2026, 10, 20))
const secret = 'whsec_test_of_ours'
const completed = 'checkout.session.completed'

describe.each(engines)('top-ups by Stripe on $name', (engine) => {
  let app: TestApp
  let admin: TestClient
  let stripe: TestStripe
  beforeAll(async () => {
    stripe = startTestStripe()
    app = await startTestApp({ engine, clock, stripeApi: stripe.api })
    admin = await app.addUser({ role: roles.admin })
    await setOptions(app, {
      StripeApiSecret: 'sk_test_of_ours',
      StripeWebhookSecret: secret,
      StripeUnitPrice: '1.25',
      ServerAddress: 'https://ai.example',
    })
  })
  afterEach(async () => {
    stripe.failWith(null)
    await app.store.db.deleteFrom('payment_alerts').execute()
  })
  afterAll(async () => {
    const { findings } = await auditLedger(app.store)
    await app.close()
    await stripe.stop()
    expect(findings).toEqual([])
  })

  const pay = (client: TestClient, amount: unknown = 2) => client.post('/api/user/stripe/pay', { amount })
  /** Creates an order and returns its number. */
  async function createOrder(client: TestClient): Promise<string> {
    const { body } = await pay(client)
    expect(body).toMatchObject({ message: 'success' })
    return (body.data as StripePayment).trade_no
  }
  const deliver = async (body: string, signature: string) =>
    (
      await app.send('/api/stripe/webhook', {
        method: 'POST',
        body,
        headers: { 'stripe-signature': signature },
      })
    ).status
  /** Sends a signed event to the webhook and returns the status of the answer. */
  async function sendEvent(
    type: string,
    object: object,
    signing: { secret?: string; at?: number } = {},
  ): Promise<number> {
    const { body, signature } = await stripe.webhook(type, object, { secret, at: clock.now(), ...signing })
    return await deliver(body, signature)
  }
  const balanceOf = async (client: TestClient): Promise<number> => await app.ledger.balanceOf(client.id)
  const readOrders = async (client: TestClient) =>
    ((await client.get('/api/user/topup/self')).body.data as { items: Topup[] }).items
  const readAlerts = async () => ((await admin.get('/api/topup/alerts')).body.data as { items: PaymentAlert[] }).items

  test('an order opens a payment page with the quoted price, and waits', async () => {
    const user = await app.addUser()
    const { body } = await pay(user, 4)
    const { url, trade_no: number } = body.data as StripePayment
    expect(url).toStartWith('https://checkout.stripe.example/pay/cs_test_')
    expect(stripe.requests.at(-1)).toMatchObject({
      path: '/v1/checkout/sessions',
      key: 'sk_test_of_ours',
      idempotencyKey: number,
      form: {
        mode: 'payment',
        client_reference_id: number,
        'metadata[order]': number,
        'line_items[0][quantity]': '1',
        'line_items[0][price_data][currency]': 'usd',
        'line_items[0][price_data][unit_amount]': '500',
        'line_items[0][price_data][product_data][name]': 'Sluice: $4',
        success_url: `https://ai.example/topup?order=${number}`,
        cancel_url: `https://ai.example/topup?cancelled=${number}`,
        expires_at: String((clock.now() + orderLifeMs) / 1_000),
      },
    })
    expect(await readOrders(user)).toMatchObject([
      { method: 'stripe', status: 'pending', quota: 2_000_000, price: '5.00', money: 5, currency: 'usd' },
    ])
    const price = await user.post('/api/user/amount', { amount: 4, payment_method: 'stripe' })
    expect(price.body).toMatchObject({ message: 'success', data: '5.00', currency: 'usd' })
    // The form that newer clients read.
    expect(body).toMatchObject({ message: 'success', data: { pay_link: url } })
    expect((await user.post('/api/user/stripe/amount', { amount: 4 })).body).toEqual(price.body)
    const { data: info } = (await user.get('/api/user/topup/info')).body
    expect(info).toMatchObject({
      enable_online_topup: false,
      enable_stripe_topup: true,
      stripe_min_topup: 1,
      pay_methods: [{ type: 'stripe', min_topup: '1' }],
    })
  })

  test('a paid session is credited once, however often it is reported', async () => {
    const user = await app.addUser()
    const number = await createOrder(user)
    const session = stripe.sessionOf(number)
    const answers = await Promise.all(Array.from({ length: 5 }, () => sendEvent(completed, session)))
    expect(answers).toEqual(Array(5).fill(200))
    expect(await sendEvent('checkout.session.async_payment_succeeded', session)).toBe(200)
    expect(await balanceOf(user)).toBe(1_000_000)
    expect(await readOrders(user)).toMatchObject([{ status: 'success', complete_time: clock.now() / 1_000 }])
    expect(await readAlerts()).toEqual([])
  })

  test('a signed message without a field that is used is refused, with an alert that names the field', async () => {
    const refund = { payment_intent: 'x', amount: 500, amount_refunded: 500, currency: 'usd' }
    const cases: [string, object, string][] = [
      ['charge.refunded', { payment_intent: 'x', amount: -5, amount_refunded: 1e30 }, 'data.object.id'],
      ['charge.refunded', { ...refund, id: 7 }, 'data.object.id'],
      ['charge.refunded', { ...refund, id: 'ch', amount_refunded: -1 }, 'data.object.amount_refunded'],
      ['charge.refunded', { ...refund, id: 'ch', metadata: { order: 5 } }, 'data.object.metadata.order'],
      ['charge.dispute.created', { id: 'dp', payment_intent: 'x', amount: 1, currency: 'usd' }, 'data.object.status'],
      ['charge.dispute.closed', {}, 'data.object.id'],
      [completed, { id: 'cs', client_reference_id: 'o', metadata: { order: 'o' } }, 'data.object.payment_status'],
      ['checkout.session.expired', { id: 'cs', client_reference_id: {} }, 'data.object.client_reference_id'],
    ]
    for (const [type, object, field] of cases) {
      expect(await sendEvent(type, object)).toBe(400)
      expect((await readAlerts())[0]).toMatchObject({ reason: 'malformed', detail: expect.stringContaining(field) })
    }
  })

  test('only its owner cancels an order, and a later payment of it is still credited', async () => {
    const [user, other] = [await app.addUser(), await app.addUser()]
    const number = await createOrder(user)
    const cancel = async (client: TestClient, trade_no: string) =>
      (await client.post('/api/user/topup/cancel', { trade_no })).body
    expect(await cancel(other, number)).toMatchObject({ success: false, code: 'not_found' })
    expect(await cancel(user, 'USR0NOnone')).toMatchObject({ success: false, code: 'not_found' })
    expect(await readOrders(user)).toMatchObject([{ status: 'pending' }])
    expect(await cancel(user, number)).toMatchObject({ success: true })
    expect(await cancel(user, number)).toMatchObject({ success: true })
    expect(await readOrders(user)).toMatchObject([{ status: 'expired' }])
    expect(await sendEvent(completed, stripe.sessionOf(number))).toBe(200)
    expect(await balanceOf(user)).toBe(1_000_000)
    expect(await cancel(user, number)).toMatchObject({ success: false, code: 'order_not_open' })
    expect(await readOrders(user)).toMatchObject([{ status: 'success' }])
  })

  test('a session that completes before its payment is credited when the payment arrives', async () => {
    const user = await app.addUser()
    const number = await createOrder(user)
    expect(await sendEvent(completed, stripe.sessionOf(number, { payment_status: 'unpaid' }))).toBe(200)
    expect([await balanceOf(user), await readAlerts()]).toEqual([0, []])
    clock.advance(orderLifeMs * 4)
    expect(await sendEvent('checkout.session.async_payment_succeeded', stripe.sessionOf(number))).toBe(200)
    expect(await balanceOf(user)).toBe(1_000_000)
    expect(await readAlerts()).toMatchObject([{ gateway: 'stripe', reason: 'credited_late', trade_no: number }])
  })

  test.each([
    ['another amount', { amount_total: 249 }, 'wrong_amount'],
    ['another currency', { currency: 'jpy' }, 'wrong_currency'],
    ['another session of the same order', { id: 'cs_test_other' }, 'wrong_merchant'],
    ['a session of another mode', { mode: 'setup' }, 'wrong_method'],
    ['a session without a payment', { payment_status: 'no_payment_required' }, 'not_paid'],
  ] as const)('%s credits nothing and is shown to administrators', async (_, more, reason) => {
    const user = await app.addUser()
    const number = await createOrder(user)
    expect(await sendEvent(completed, stripe.sessionOf(number, more))).toBe(200)
    expect(await balanceOf(user)).toBe(0)
    expect(await readAlerts()).toMatchObject([{ gateway: 'stripe', reason, trade_no: number, user_id: user.id }])
  })

  test('a session with an unknown order raises an alert, and a session of another shop does not', async () => {
    const user = await app.addUser()
    const number = await createOrder(user)
    const unknown = { client_reference_id: 'USR1NOnothing', metadata: { order: 'USR1NOnothing' } }
    expect(await sendEvent(completed, stripe.sessionOf(number, unknown))).toBe(200)
    expect(await readAlerts()).toMatchObject([{ reason: 'unknown_order', trade_no: 'USR1NOnothing', user_id: 0 }])
    for (const otherShop of [{ client_reference_id: null }, { metadata: {} }, { metadata: null }])
      expect(await sendEvent(completed, stripe.sessionOf(number, otherShop))).toBe(200)
    expect(await sendEvent('invoice.paid', { id: 'in_1' })).toBe(200)
    expect(await readAlerts()).toHaveLength(1)
    expect(await balanceOf(user)).toBe(0)
  })

  test('a webhook is refused unless Stripe signed these bytes recently', async () => {
    const user = await app.addUser()
    const session = stripe.sessionOf(await createOrder(user))
    expect(await sendEvent(completed, session, { secret: 'whsec_other' })).toBe(400)
    expect(await sendEvent(completed, session, { at: clock.now() - 301_000 })).toBe(400)
    const { body, signature } = await stripe.webhook(completed, session, { secret, at: clock.now() })
    expect(await deliver(body.replace('"paid"', '"paid" '), signature)).toBe(400)
    expect(await deliver(body, '')).toBe(400)
    expect(await readAlerts()).toMatchObject([{ reason: 'bad_signature', trade_no: '', times: 4 }])
    expect(await balanceOf(user)).toBe(0)
    expect(await deliver(body, signature)).toBe(200)
    expect(await balanceOf(user)).toBe(1_000_000)
  })

  test('an expired session expires its order', async () => {
    const user = await app.addUser()
    const number = await createOrder(user)
    expect(await sendEvent('checkout.session.expired', stripe.sessionOf(number, { payment_status: 'unpaid' }))).toBe(
      200,
    )
    expect(await readOrders(user)).toMatchObject([{ status: 'expired' }])
  })

  test('if Stripe refuses a session, no order waits and the message of Stripe is not revealed', async () => {
    const user = await app.addUser()
    stripe.failWith({ status: 401 })
    const refused = await pay(user)
    // Like other answers about payments: without `success`, and with the text in `data`.
    expect(refused.body).toMatchObject({ message: 'error', code: 'payment_gateway_failed' })
    expect(refused.body.data).toBeString()
    expect(refused.body).not.toHaveProperty('success')
    expect(JSON.stringify(refused.body)).not.toContain('sk_test')
    stripe.failWith({ status: 400, code: 'amount_too_small' })
    expect((await pay(user)).body.code).toBe('topup_amount_too_low')
    expect((await readOrders(user)).map(({ status }) => status)).toEqual(['expired', 'expired'])
  })

  test('a currency without decimals is charged in whole units', async () => {
    const user = await app.addUser()
    await setOptions(app, { StripeCurrency: 'JPY', StripeUnitPrice: '150.5' })
    const number = await createOrder(user)
    expect(stripe.sessionOf(number)).toMatchObject({ amount_total: 301, currency: 'jpy' })
    await setOptions(app, { StripeCurrency: 'usd', StripeUnitPrice: '1.25' })
    expect(await sendEvent(completed, stripe.sessionOf(number))).toBe(200)
    expect(await balanceOf(user)).toBe(1_000_000)
  })

  test('without its keys Stripe is not offered, and its webhooks are refused', async () => {
    const user = await app.addUser()
    const session = stripe.sessionOf(await createOrder(user))
    await setOptions(app, { StripeApiSecret: '', StripeWebhookSecret: '' })
    expect((await pay(user)).body.code).toBe('topup_disabled')
    const price = await user.post('/api/user/amount', { amount: 4, payment_method: 'stripe' })
    expect(price.body).toMatchObject({ message: 'error', code: 'topup_disabled' })
    expect(await sendEvent(completed, session, { secret: 'x' })).toBe(400)
    expect(await readAlerts()).toMatchObject([{ reason: 'not_configured' }])
    await setOptions(app, { StripeWebhookSecret: secret })
    expect(await balanceOf(user)).toBe(0)
    // Only the API key is missing: an earlier order is still credited.
    expect((await pay(user)).body.code).toBe('topup_disabled')
    expect(await sendEvent(completed, session)).toBe(200)
    expect(await balanceOf(user)).toBe(1_000_000)
    await setOptions(app, { StripeApiSecret: 'sk_test_of_ours' })
  })

  describe('reversals', () => {
    const refunded = 'charge.refunded'
    const disputed = 'charge.dispute.created'
    const closed = 'charge.dispute.closed'

    /** Creates an order of two dollars (1 000 000) for 2.50 and has it credited. */
    async function createPaidOrder(): Promise<{ user: TestClient; number: string }> {
      const user = await app.addUser()
      const number = await createOrder(user)
      expect(await sendEvent(completed, stripe.sessionOf(number))).toBe(200)
      return { user, number }
    }
    const readOrder = async (number: string) =>
      ((await admin.get(`/api/topup/?keyword=${number}`)).body.data as ManagedTopupPage).items[0]
    const readNotes = async (client: TestClient) =>
      (
        await app.store.db
          .selectFrom('usage_logs')
          .select('content')
          .where('user_id', '=', client.id)
          .where('type', '=', 4)
          .orderBy('id')
          .execute()
      ).map(({ content }) => content)

    test('a refund reverses its share once, however often and in whatever order it is reported', async () => {
      const { user, number } = await createPaidOrder()
      const [part, all] = [stripe.chargeOf(number, 100), stripe.chargeOf(number, 250)]
      // 1 000 000 × 100 ÷ 250
      expect(await Promise.all(Array.from({ length: 4 }, () => sendEvent(refunded, part)))).toEqual(Array(4).fill(200))
      expect(await balanceOf(user)).toBe(600_000)
      expect(await readOrder(number)).toMatchObject({
        status: 'success',
        reversal: 'partial',
        reversed_quota: 400_000,
      })
      await sendEvent(refunded, all)
      await sendEvent(refunded, part)
      await sendEvent(completed, stripe.sessionOf(number))
      expect(await balanceOf(user)).toBe(0)
      expect(await readOrders(user)).toMatchObject([
        { status: 'success', reversal: 'refunded', reversed_quota: 1_000_000 },
      ])
      expect(await readNotes(user)).toEqual([
        `Taken back $0.8 of order ${number}: a part of the payment was refunded`,
        `Taken back $1.2 of order ${number}: the payment was refunded`,
      ])
      // Of parallel events, one may raise the alert and another may move the money.
      const raisedAlerts = await readAlerts()
      expect(raisedAlerts).toMatchObject([{ gateway: 'stripe', reason: 'refunded', trade_no: number }])
      expect(raisedAlerts[0]?.times).toBeWithin(2, 4)
    })

    test('quota that was already spent becomes a negative balance', async () => {
      const { user, number } = await createPaidOrder()
      await app.ledger.post({
        ref: `spent ${number}`,
        userId: user.id,
        kind: 'adjustment',
        amount: quota(-700_000),
      })
      await sendEvent(refunded, stripe.chargeOf(number, 250))
      expect(await balanceOf(user)).toBe(-700_000)
    })

    test('a dispute reverses the credit at once, and restores it when it is won', async () => {
      const { user, number } = await createPaidOrder()
      await sendEvent(disputed, stripe.disputeOf(number, 'needs_response'))
      expect(await balanceOf(user)).toBe(0)
      expect(await readOrder(number)).toMatchObject({ reversal: 'disputed', reversed_quota: 1_000_000 })
      await sendEvent(closed, stripe.disputeOf(number, 'won'))
      await sendEvent('charge.dispute.updated', stripe.disputeOf(number, 'under_review'))
      await sendEvent(closed, stripe.disputeOf(number, 'won'))
      expect(await balanceOf(user)).toBe(1_000_000)
      expect(await readOrder(number)).toMatchObject({ reversal: 'none', reversed_quota: 0 })
      expect((await readAlerts()).map(({ reason, times }) => [reason, times]).toSorted()).toEqual([
        ['dispute_closed', 1],
        ['disputed', 1],
      ])
    })

    test('a lost dispute stays reversed, and a refund of the same payment does not reverse it again', async () => {
      const { user, number } = await createPaidOrder()
      await sendEvent(closed, stripe.disputeOf(number, 'lost'))
      await sendEvent(disputed, stripe.disputeOf(number, 'needs_response'))
      await sendEvent(refunded, stripe.chargeOf(number, 250))
      expect(await balanceOf(user)).toBe(0)
      expect(await readOrder(number)).toMatchObject({ reversal: 'charged_back', reversed_quota: 1_000_000 })
    })

    test('an inquiry reverses nothing until it becomes a dispute', async () => {
      const { user, number } = await createPaidOrder()
      await sendEvent(disputed, stripe.disputeOf(number, 'warning_needs_response'))
      expect([await balanceOf(user), (await readOrder(number))?.reversal]).toEqual([1_000_000, 'none'])
      await sendEvent('charge.dispute.funds_withdrawn', stripe.disputeOf(number, 'needs_response'))
      expect(await balanceOf(user)).toBe(0)
    })

    test.each([
      ['a refund', refunded, 100, 600_000],
      ['a dispute', disputed, 0, 0],
    ])('%s reported before the payment takes effect when the payment is credited', async (_, type, amount, balance) => {
      const user = await app.addUser()
      const number = await createOrder(user)
      const event = type === refunded ? stripe.chargeOf(number, amount) : stripe.disputeOf(number, 'needs_response')
      expect(await sendEvent(type, event)).toBe(200)
      expect([await balanceOf(user), (await readOrder(number))?.status]).toEqual([0, 'pending'])
      await Promise.all([1, 2, 3].map(() => sendEvent(completed, stripe.sessionOf(number))))
      expect(await balanceOf(user)).toBe(balance)
    })

    test('refunds of other shops, wrong signatures and other currencies reverse nothing', async () => {
      const { user, number } = await createPaidOrder()
      const otherShop = { payment_intent: 'pi_foreign', metadata: {} }
      expect(await sendEvent(refunded, stripe.chargeOf(number, 250, { id: 'ch_foreign', ...otherShop }))).toBe(200)
      expect(await sendEvent(disputed, stripe.disputeOf(number, 'lost', { id: 'dp_foreign', ...otherShop }))).toBe(200)
      expect(await readAlerts()).toEqual([])
      expect(await sendEvent(refunded, stripe.chargeOf(number, 250), { secret: 'whsec_other' })).toBe(400)
      expect(await balanceOf(user)).toBe(1_000_000)
      expect(await sendEvent(refunded, stripe.chargeOf(number, 250, { currency: 'jpy' }))).toBe(200)
      expect(await balanceOf(user)).toBe(1_000_000)
      expect((await readAlerts()).map(({ reason }) => reason)).toContain('wrong_currency')
    })

    test('only a super administrator marks an order as refunded, once, and only a credited order', async () => {
      const { user, number } = await createPaidOrder()
      const refund = (client: TestClient, trade_no = number) =>
        client.post('/api/topup/refund', { trade_no, note: 'paid back by bank' })
      expect((await refund(admin)).body.code).toBe('insufficient_rights')
      const answers = await Promise.all([1, 2, 3].map(() => refund(app.root)))
      expect(answers.filter(({ body }) => body.success)).toHaveLength(1)
      for (const { body } of answers) if (!body.success) expect(body.code).toBe('order_not_refundable')
      expect(await balanceOf(user)).toBe(0)
      expect(await readOrder(number)).toMatchObject({ reversal: 'refunded', reversed_quota: 1_000_000 })
      // The gateway reports the refund too.
      await sendEvent(refunded, stripe.chargeOf(number, 250))
      expect(await balanceOf(user)).toBe(0)
      const trail = await app.store.db
        .selectFrom('audit_logs')
        .select(['action', 'object_id', 'after'])
        .where('action', '=', 'topup.refund')
        .where('object_id', '=', number)
        .execute()
      expect(trail).toMatchObject([{ after: expect.stringContaining('paid back by bank') }])
      const waiting = await createOrder(user)
      expect((await refund(app.root, waiting)).body.code).toBe('order_not_refundable')
      expect((await refund(app.root, 'nothing')).body.code).toBe('not_found')
    })

    test('reversed amounts are not part of the income, and can be listed separately', async () => {
      const { user, number } = await createPaidOrder()
      expect(await sendEvent(completed, stripe.sessionOf(await createOrder(user)))).toBe(200)
      await sendEvent(refunded, stripe.chargeOf(number, 100))
      const readPage = async (query: string) =>
        (await admin.get(`/api/topup/?user=${user.id}${query}`)).body.data as ManagedTopupPage
      // 1 000 000 − 400 000 + 1 000 000; 2.50 − 1.00 + 2.50
      expect((await readPage('')).sums).toEqual({
        count: 2,
        quota: 1_600_000,
        money: [{ currency: 'usd', received: '5.00', refunded: '1.00', money: '4.00' }],
      })
      expect((await readPage('&status=reversed')).items.map(({ trade_no }) => trade_no)).toEqual([number])
      expect((await readPage('')).items[0]).toMatchObject({ balance: 1_600_000 })
    })
  })
})
