import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { quota } from '@sluice/contract/quota'
import { roles } from '@sluice/contract/roles'
import type { ManagedTopupPage, PaymentAlert, StripePayment, Topup } from '@sluice/contract/topup'
import { auditLedger } from '../../cli/ledger-audit.ts'
import { orderLifeMs } from '../../payments/start-order.ts'
import { startTestStripe, type TestStripe } from '../../payments/test-stripe.ts'
import { engines } from '../../store/test-databases.ts'
import { startTestApp, type TestApp, type TestClient } from '../test-app.ts'

const clock = { time: Date.UTC(2026, 10, 20), now: () => clock.time, monotonic: () => performance.now() }
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
    await set({
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

  async function set(texts: Record<string, string>): Promise<void> {
    const list = Object.entries(texts).map(([key, value]) => ({ key, value }))
    expect((await app.root.put('/api/option/batch', { options: list })).body.success).toBe(true)
  }
  const pay = (who: TestClient, amount: unknown = 2) => who.post('/api/user/stripe/pay', { amount })
  async function order(who: TestClient): Promise<string> {
    const { body } = await pay(who)
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
  async function tell(type: string, object: object, signing: { secret?: string; at?: number } = {}): Promise<number> {
    const { body, signature } = await stripe.webhook(type, object, { secret, at: clock.time, ...signing })
    return await deliver(body, signature)
  }
  const balanceOf = async (who: TestClient): Promise<number> => await app.ledger.balanceOf(who.id)
  const own = async (who: TestClient) => ((await who.get('/api/user/topup/self')).body.data as { items: Topup[] }).items
  const alerts = async () => ((await admin.get('/api/topup/alerts')).body.data as { items: PaymentAlert[] }).items

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
        'line_items[0][price_data][product_data][name]': 'New API: $4',
        success_url: `https://ai.example/topup?order=${number}`,
        cancel_url: `https://ai.example/topup?cancelled=${number}`,
        expires_at: String((clock.time + orderLifeMs) / 1_000),
      },
    })
    expect(await own(user)).toMatchObject([
      { method: 'stripe', status: 'pending', quota: 2_000_000, price: '5.00', money: 5, currency: 'usd' },
    ])
    const price = await user.post('/api/user/amount', { amount: 4, payment_method: 'stripe' })
    expect(price.body).toMatchObject({ message: 'success', data: '5.00', currency: 'usd' })
    // In the form that newer clients read.
    expect(body).toMatchObject({ message: 'success', data: { pay_link: url } })
    expect((await user.post('/api/user/stripe/amount', { amount: 4 })).body).toEqual(price.body)
    const { data: info } = (await user.get('/api/user/topup/info')).body
    expect(info).toMatchObject({
      ...{ enable_online_topup: false, enable_stripe_topup: true, stripe_min_topup: 1 },
      pay_methods: [{ type: 'stripe', min_topup: '1' }],
    })
  })

  test('a paid session is credited once, however often and in whatever order it is reported', async () => {
    const user = await app.addUser()
    const number = await order(user)
    const session = stripe.sessionOf(number)
    const answers = await Promise.all(Array.from({ length: 5 }, () => tell(completed, session)))
    expect(answers).toEqual(Array(5).fill(200))
    expect(await tell('checkout.session.async_payment_succeeded', session)).toBe(200)
    expect(await balanceOf(user)).toBe(1_000_000)
    expect(await own(user)).toMatchObject([{ status: 'success', complete_time: clock.time / 1_000 }])
    expect(await alerts()).toEqual([])
  })

  test('only its owner cancels an order, which is credited if it is paid after all', async () => {
    const [user, other] = [await app.addUser(), await app.addUser()]
    const number = await order(user)
    const cancel = async (who: TestClient, trade_no: string) =>
      (await who.post('/api/user/topup/cancel', { trade_no })).body
    expect(await cancel(other, number)).toMatchObject({ success: false, code: 'not_found' })
    expect(await cancel(user, 'USR0NOnone')).toMatchObject({ success: false, code: 'not_found' })
    expect(await own(user)).toMatchObject([{ status: 'pending' }])
    expect(await cancel(user, number)).toMatchObject({ success: true })
    expect(await cancel(user, number)).toMatchObject({ success: true })
    expect(await own(user)).toMatchObject([{ status: 'expired' }])
    expect(await tell(completed, stripe.sessionOf(number))).toBe(200)
    expect(await balanceOf(user)).toBe(1_000_000)
    expect(await cancel(user, number)).toMatchObject({ success: false, code: 'order_not_open' })
    expect(await own(user)).toMatchObject([{ status: 'success' }])
  })

  test('a session that completes before its payment waits for the payment', async () => {
    const user = await app.addUser()
    const number = await order(user)
    expect(await tell(completed, stripe.sessionOf(number, { payment_status: 'unpaid' }))).toBe(200)
    expect([await balanceOf(user), await alerts()]).toEqual([0, []])
    clock.time += orderLifeMs * 4
    expect(await tell('checkout.session.async_payment_succeeded', stripe.sessionOf(number))).toBe(200)
    expect(await balanceOf(user)).toBe(1_000_000)
    expect(await alerts()).toMatchObject([{ gateway: 'stripe', reason: 'credited_late', trade_no: number }])
  })

  test.each([
    ['another amount', { amount_total: 249 }, 'wrong_amount'],
    ['another currency', { currency: 'jpy' }, 'wrong_currency'],
    ['another session of the same order', { id: 'cs_test_other' }, 'wrong_merchant'],
    ['a session that is no payment', { mode: 'setup' }, 'wrong_method'],
    ['nothing to pay', { payment_status: 'no_payment_required' }, 'not_paid'],
  ] as const)('%s credits nothing and is shown to administrators', async (_, more, reason) => {
    const user = await app.addUser()
    const number = await order(user)
    expect(await tell(completed, stripe.sessionOf(number, more))).toBe(200)
    expect(await balanceOf(user)).toBe(0)
    expect(await alerts()).toMatchObject([{ gateway: 'stripe', reason, trade_no: number, user_id: user.id }])
  })

  test('a session with an unknown order is an alert, a session of another shop is not', async () => {
    const user = await app.addUser()
    const number = await order(user)
    const unknown = { client_reference_id: 'USR1NOnothing', metadata: { order: 'USR1NOnothing' } }
    expect(await tell(completed, stripe.sessionOf(number, unknown))).toBe(200)
    expect(await alerts()).toMatchObject([{ reason: 'unknown_order', trade_no: 'USR1NOnothing', user_id: 0 }])
    for (const foreign of [{ client_reference_id: null }, { metadata: {} }, { metadata: null }])
      expect(await tell(completed, stripe.sessionOf(number, foreign))).toBe(200)
    expect(await tell('invoice.paid', { id: 'in_1' })).toBe(200)
    expect(await alerts()).toHaveLength(1)
    expect(await balanceOf(user)).toBe(0)
  })

  test('a webhook is refused unless Stripe signed these bytes recently', async () => {
    const user = await app.addUser()
    const session = stripe.sessionOf(await order(user))
    expect(await tell(completed, session, { secret: 'whsec_other' })).toBe(400)
    expect(await tell(completed, session, { at: clock.time - 301_000 })).toBe(400)
    const { body, signature } = await stripe.webhook(completed, session, { secret, at: clock.time })
    expect(await deliver(body.replace('"paid"', '"paid" '), signature)).toBe(400)
    expect(await deliver(body, '')).toBe(400)
    expect(await alerts()).toMatchObject([{ reason: 'bad_signature', trade_no: '', times: 4 }])
    expect(await balanceOf(user)).toBe(0)
    expect(await deliver(body, signature)).toBe(200)
    expect(await balanceOf(user)).toBe(1_000_000)
  })

  test('a session that expired expires its order', async () => {
    const user = await app.addUser()
    const number = await order(user)
    expect(await tell('checkout.session.expired', stripe.sessionOf(number, { payment_status: 'unpaid' }))).toBe(200)
    expect(await own(user)).toMatchObject([{ status: 'expired' }])
  })

  test('where Stripe opens no page, no order waits and Stripe’s message is not revealed', async () => {
    const user = await app.addUser()
    stripe.failWith({ status: 401 })
    const refused = await pay(user)
    // Like the other payment answers: without `success`, with the text in `data`.
    expect(refused.body).toMatchObject({ message: 'error', code: 'payment_gateway_failed' })
    expect(refused.body.data).toBeString()
    expect(refused.body).not.toHaveProperty('success')
    expect(JSON.stringify(refused.body)).not.toContain('sk_test')
    stripe.failWith({ status: 400, code: 'amount_too_small' })
    expect((await pay(user)).body.code).toBe('topup_amount_too_low')
    expect((await own(user)).map(({ status }) => status)).toEqual(['expired', 'expired'])
  })

  test('a currency without decimals is charged whole', async () => {
    const user = await app.addUser()
    await set({ StripeCurrency: 'JPY', StripeUnitPrice: '150.5' })
    const number = await order(user)
    expect(stripe.sessionOf(number)).toMatchObject({ amount_total: 301, currency: 'jpy' })
    await set({ StripeCurrency: 'usd', StripeUnitPrice: '1.25' })
    expect(await tell(completed, stripe.sessionOf(number))).toBe(200)
    expect(await balanceOf(user)).toBe(1_000_000)
  })

  test('without its keys Stripe is not offered, and its webhooks are refused', async () => {
    const user = await app.addUser()
    const session = stripe.sessionOf(await order(user))
    await set({ StripeApiSecret: '', StripeWebhookSecret: '' })
    expect((await pay(user)).body.code).toBe('topup_disabled')
    const price = await user.post('/api/user/amount', { amount: 4, payment_method: 'stripe' })
    expect(price.body).toMatchObject({ message: 'error', code: 'topup_disabled' })
    expect(await tell(completed, session, { secret: 'x' })).toBe(400)
    expect(await alerts()).toMatchObject([{ reason: 'not_configured' }])
    await set({ StripeWebhookSecret: secret })
    expect(await balanceOf(user)).toBe(0)
    // Only the API key is gone: an earlier order is credited.
    expect((await pay(user)).body.code).toBe('topup_disabled')
    expect(await tell(completed, session)).toBe(200)
    expect(await balanceOf(user)).toBe(1_000_000)
    await set({ StripeApiSecret: 'sk_test_of_ours' })
  })

  describe('reversals', () => {
    const refunded = 'charge.refunded'
    const disputed = 'charge.dispute.created'
    const closed = 'charge.dispute.closed'

    /** A credited order: two dollars (1 000 000) for 2.50. */
    async function paid(): Promise<{ user: TestClient; number: string }> {
      const user = await app.addUser()
      const number = await order(user)
      expect(await tell(completed, stripe.sessionOf(number))).toBe(200)
      return { user, number }
    }
    const orderOf = async (number: string) =>
      ((await admin.get(`/api/topup/?keyword=${number}`)).body.data as ManagedTopupPage).items[0]
    const notes = async (who: TestClient) =>
      (
        await app.store.db
          .selectFrom('usage_logs')
          .select('content')
          .where('user_id', '=', who.id)
          .where('type', '=', 4)
          .orderBy('id')
          .execute()
      ).map(({ content }) => content)

    test('a refund reverses its share once, however often and in whatever order it is reported', async () => {
      const { user, number } = await paid()
      const [part, all] = [stripe.chargeOf(number, 100), stripe.chargeOf(number, 250)]
      // 1 000 000 × 100 ÷ 250
      expect(await Promise.all(Array.from({ length: 4 }, () => tell(refunded, part)))).toEqual(Array(4).fill(200))
      expect(await balanceOf(user)).toBe(600_000)
      expect(await orderOf(number)).toMatchObject({
        ...{ status: 'success', reversal: 'partial', reversed_quota: 400_000 },
      })
      await tell(refunded, all)
      await tell(refunded, part)
      await tell(completed, stripe.sessionOf(number))
      expect(await balanceOf(user)).toBe(0)
      expect(await own(user)).toMatchObject([{ status: 'success', reversal: 'refunded', reversed_quota: 1_000_000 }])
      expect(await notes(user)).toEqual([
        `Taken back $0.8 of order ${number}: a part of the payment was refunded`,
        `Taken back $1.2 of order ${number}: the payment was refunded`,
      ])
      // Of simultaneous messages, one may be recorded as new and another one move the money.
      const raised = await alerts()
      expect(raised).toMatchObject([{ gateway: 'stripe', reason: 'refunded', trade_no: number }])
      expect(raised[0]?.times).toBeWithin(2, 4)
    })

    test('what was already spent becomes a debt', async () => {
      const { user, number } = await paid()
      await app.ledger.post({
        ref: `spent ${number}`,
        userId: user.id,
        kind: 'adjustment',
        amount: quota(-700_000),
      })
      await tell(refunded, stripe.chargeOf(number, 250))
      expect(await balanceOf(user)).toBe(-700_000)
    })

    test('a dispute reverses at once, and restores when it is won', async () => {
      const { user, number } = await paid()
      await tell(disputed, stripe.disputeOf(number, 'needs_response'))
      expect(await balanceOf(user)).toBe(0)
      expect(await orderOf(number)).toMatchObject({ reversal: 'disputed', reversed_quota: 1_000_000 })
      await tell(closed, stripe.disputeOf(number, 'won'))
      await tell('charge.dispute.updated', stripe.disputeOf(number, 'under_review'))
      await tell(closed, stripe.disputeOf(number, 'won'))
      expect(await balanceOf(user)).toBe(1_000_000)
      expect(await orderOf(number)).toMatchObject({ reversal: 'none', reversed_quota: 0 })
      expect((await alerts()).map(({ reason, times }) => [reason, times]).toSorted()).toEqual([
        ['dispute_closed', 1],
        ['disputed', 1],
      ])
    })

    test('a lost dispute stays reversed, and together with a refund counts once', async () => {
      const { user, number } = await paid()
      await tell(closed, stripe.disputeOf(number, 'lost'))
      await tell(disputed, stripe.disputeOf(number, 'needs_response'))
      await tell(refunded, stripe.chargeOf(number, 250))
      expect(await balanceOf(user)).toBe(0)
      expect(await orderOf(number)).toMatchObject({ reversal: 'charged_back', reversed_quota: 1_000_000 })
    })

    test('an inquiry reverses nothing until it becomes a dispute', async () => {
      const { user, number } = await paid()
      await tell(disputed, stripe.disputeOf(number, 'warning_needs_response'))
      expect([await balanceOf(user), (await orderOf(number))?.reversal]).toEqual([1_000_000, 'none'])
      await tell('charge.dispute.funds_withdrawn', stripe.disputeOf(number, 'needs_response'))
      expect(await balanceOf(user)).toBe(0)
    })

    test.each([
      ['a refund', () => [refunded, 100] as const, 600_000],
      ['a dispute', () => [disputed, 0] as const, 0],
    ])('%s reported before the payment applies as soon as that is credited', async (_what, of, left) => {
      const user = await app.addUser()
      const number = await order(user)
      const [type, amount] = of()
      const event = type === refunded ? stripe.chargeOf(number, amount) : stripe.disputeOf(number, 'needs_response')
      expect(await tell(type, event)).toBe(200)
      expect([await balanceOf(user), (await orderOf(number))?.status]).toEqual([0, 'pending'])
      await Promise.all([1, 2, 3].map(() => tell(completed, stripe.sessionOf(number))))
      expect(await balanceOf(user)).toBe(left)
    })

    test('payments of other shops are ignored; wrong signatures move nothing', async () => {
      const { user, number } = await paid()
      const foreign = { payment_intent: 'pi_foreign', metadata: {} }
      expect(await tell(refunded, stripe.chargeOf(number, 250, { id: 'ch_foreign', ...foreign }))).toBe(200)
      expect(await tell(disputed, stripe.disputeOf(number, 'lost', { id: 'dp_foreign', ...foreign }))).toBe(200)
      expect(await alerts()).toEqual([])
      expect(await tell(refunded, stripe.chargeOf(number, 250), { secret: 'whsec_other' })).toBe(400)
      expect(await balanceOf(user)).toBe(1_000_000)
      expect(await tell(refunded, stripe.chargeOf(number, 250, { currency: 'jpy' }))).toBe(200)
      expect(await balanceOf(user)).toBe(1_000_000)
      expect((await alerts()).map(({ reason }) => reason)).toContain('wrong_currency')
    })

    test('the super administrator can mark an order as refunded, once, and only a credited one', async () => {
      const { user, number } = await paid()
      const refund = (who: TestClient, trade_no = number) =>
        who.post('/api/topup/refund', { trade_no, note: 'paid back by bank' })
      expect((await refund(admin)).body.code).toBe('insufficient_rights')
      const answers = await Promise.all([1, 2, 3].map(() => refund(app.root)))
      expect(answers.filter(({ body }) => body.success)).toHaveLength(1)
      for (const { body } of answers) if (!body.success) expect(body.code).toBe('order_not_refundable')
      expect(await balanceOf(user)).toBe(0)
      expect(await orderOf(number)).toMatchObject({ reversal: 'refunded', reversed_quota: 1_000_000 })
      // The gateway reports it, too.
      await tell(refunded, stripe.chargeOf(number, 250))
      expect(await balanceOf(user)).toBe(0)
      const trail = await app.store.db
        .selectFrom('audit_logs')
        .select(['action', 'object_id', 'after'])
        .where('action', '=', 'topup.refund')
        .where('object_id', '=', number)
        .execute()
      expect(trail).toMatchObject([{ after: expect.stringContaining('paid back by bank') }])
      const waiting = await order(user)
      expect((await refund(app.root, waiting)).body.code).toBe('order_not_refundable')
      expect((await refund(app.root, 'nothing')).body.code).toBe('not_found')
    })

    test('reversed amounts are not part of the income, and can be listed separately', async () => {
      const { user, number } = await paid()
      await paidAlso(user)
      await tell(refunded, stripe.chargeOf(number, 100))
      const page = async (query: string) =>
        (await admin.get(`/api/topup/?user=${user.id}${query}`)).body.data as ManagedTopupPage
      // 1 000 000 − 400 000 + 1 000 000; 2.50 − 1.00 + 2.50
      expect((await page('')).sums).toEqual({
        ...{ count: 2, quota: 1_600_000, money: [{ currency: 'usd', money: '4.00' }] },
      })
      expect((await page('&status=reversed')).items.map(({ trade_no }) => trade_no)).toEqual([number])
    })
    async function paidAlso(user: TestClient): Promise<void> {
      expect(await tell(completed, stripe.sessionOf(await order(user)))).toBe(200)
    }
  })
})
