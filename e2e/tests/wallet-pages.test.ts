import type { Browser, Page } from '@playwright/test'
import type { PagedList } from '@sluice/contract/envelope'
import type { Topup } from '@sluice/contract/topup'
import { epayMerchant, startTestEpayGateway } from '../../server/src/payments/test-epay-gateway.ts'
import { accounts } from '../../server/test/accounts.ts'
import { startTestServer } from '../../server/test/test-server.ts'
import { findFaults, openConsole } from '../harness/console-visit.ts'
import { forTests } from '../harness/for-tests.ts'
import { type Device, type Language, type Look, twoLooks } from '../harness/looks.ts'
import { findButton } from '../harness/page-parts.ts'
import { waitUntilSettled } from '../harness/page-rest.ts'
import { expect, test } from '../harness/test.ts'

const words = {
  en: {
    disabled: 'The administrator has not enabled online top-up',
    code: 'Redemption code',
    redeem: 'Redeem',
    getCode: 'Get a code',
    noCode: 'Enter the redemption code',
    unknownCode: 'This redemption code does not exist',
    gained: 'Redeemed. You received $5.00',
    amount: 'Amount',
    pay: 'Pay',
    alipay: 'Alipay',
    tooLittle: 'The top-up amount cannot be less than $2.00',
    goPay: 'Go to payment',
    waiting: '1 order awaits payment',
    check: 'Check now',
    credited: 'Topped up. $20.00 was added',
    stripe: 'Card (Stripe)',
    wechat: 'WeChat Pay',
    noAmount: 'Enter the amount to top up',
    rate: '$1.00 of balance costs about ¥7.30',
    done: 'Credited',
    pending: 'Awaiting payment',
    badAddress: 'The payment address is not valid',
    failed: 'The code was not redeemed',
  },
  zh: {
    disabled: '管理员未开启在线充值',
    code: '兑换码',
    redeem: '兑换',
    getCode: '获取兑换码',
    noCode: '请输入兑换码',
    unknownCode: '兑换码不存在',
    gained: '兑换成功，获得 $5.00',
    amount: '充值金额',
    pay: '去支付',
    alipay: '支付宝',
    tooLittle: '充值金额不能小于 $2.00',
    goPay: '前往支付',
    waiting: '1 笔订单等待支付',
    check: '刷新状态',
    credited: '充值成功，$20.00 已到账',
    stripe: '银行卡（Stripe）',
    wechat: '微信支付',
    noAmount: '请输入充值金额',
    rate: '每 $1.00 额度约需 ¥7.30',
    done: '已到账',
    pending: '待支付',
    badAddress: '支付地址无效',
    failed: '兑换失败',
  },
} as const satisfies Record<Language, Record<string, string>>

const safari =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15'

test.describe('the wallet, in a browser', () => {
  const gateway = forTests(async () => startTestEpayGateway())
  const server = forTests(startTestServer)
  let browser: Browser
  test.beforeAll(({ browser: launched }) => {
    browser = launched
  })

  async function set(values: Record<string, string>): Promise<void> {
    const options = Object.entries(values).map(([key, value]) => ({ key, value }))
    await server.api('root').put('/api/option/batch', { options })
  }
  const setUpGateway = () =>
    set({
      PayAddress: gateway.url,
      EpayId: epayMerchant.pid,
      EpayKey: epayMerchant.key,
      CustomCallbackAddress: server.url,
      ServerAddress: server.url,
      MinTopUp: '2',
      TopUpLink: 'https://shop.example/codes',
    })
  async function makeCode(quota = 2_500_000): Promise<string> {
    const [key = ''] = await server.api('root').post<string[]>('/api/redemption/', { name: 'gift', quota })
    return key
  }
  const readBalance = async () => (await server.self('user')).quota
  const inDollars = (quota: number) => `$${(quota / 500_000).toFixed(2)}`
  const readOrders = async () =>
    (await server.api('user').get<PagedList<Topup>>('/api/user/topup/self?p=1&page_size=100')).items

  const open = (look: Look) => openConsole(browser, { url: server.url, username: accounts.user.username, ...look })
  const entries = (page: Page, device: Device) =>
    device === 'phone' ? page.getByRole('main').getByRole('listitem') : page.locator('tr.ant-table-row')

  test('a redeemed code is credited at once; an invalid code is reported', async () => {
    const look = { language: 'zh', device: 'phone', theme: 'dark' } as const
    const { device } = look
    const labels = words[look.language]
    await set({ PayAddress: '', TopUpLink: '' })
    const here = await open(look)
    const { page } = here
    const button = (name: string) => findButton(page, name)
    await page.goto('/topup')
    await page.getByText(labels.disabled).waitFor()
    const before = await readBalance()
    await page.getByRole('main').getByText(inDollars(before), { exact: true }).waitFor()
    await expect(page.getByRole('link', { name: labels.getCode })).toHaveCount(0)

    await button(labels.redeem).click()
    await page.getByText(labels.noCode).waitFor()
    const field = page.getByLabel(labels.code, { exact: true })
    await field.fill('no such code')
    await field.press('Enter')
    await page.getByText(labels.unknownCode).waitFor()
    expect(await findFaults(here, 'wallet-no-code')).toEqual([])

    await field.fill(` ${await makeCode()} `)
    await field.press('Enter')
    await page.getByText(labels.gained).waitFor()
    await page
      .getByRole('main')
      .getByText(inDollars(before + 2_500_000), { exact: true })
      .waitFor()
    expect(await readBalance()).toBe(before + 2_500_000)
    await expect(field).toHaveValue('')
    await entries(page, device).first().getByText(labels.done).waitFor()
    expect(await findFaults(here, 'wallet-redeemed')).toEqual([])
    await here.close()
  })

  test('a check-in is credited once a day, and appears in the calendar', async () => {
    const texts = {
      en: { act: 'Check in', done: 'Checked in today', gained: 'You received $0.10' },
      zh: { act: '立即签到', done: '今日已签到', gained: '获得 $0.10' },
    }
    await set({
      'checkin_setting.enabled': 'true',
      'checkin_setting.min_quota': '50000',
      'checkin_setting.max_quota': '50000',
    })
    const looks = [
      { language: 'en', device: 'desktop', theme: 'light' },
      { language: 'zh', device: 'phone', theme: 'dark' },
    ] as const
    for (const [turn, look] of looks.entries()) {
      const here = await open(look)
      const { page } = here
      const labels = texts[look.language]
      await page.goto('/topup')
      const today = page.locator('td[aria-current="date"]')
      await today.waitFor()
      if (turn === 0) {
        const before = await readBalance()
        await findButton(page, labels.act).click()
        await page.getByText(labels.gained).waitFor()
        expect(await readBalance()).toBe(before + 50_000)
      }
      const button = findButton(page, labels.done)
      await button.waitFor()
      await expect(button).toBeDisabled()
      await expect(today).toContainText('$0.10')
      await today.scrollIntoViewIfNeeded()
      expect(await findFaults(here, `wallet-check-in-${turn}`)).toEqual([])
      await here.close()
    }
    await set({ 'checkin_setting.enabled': 'false' })
  })

  test('a payment is credited: amount, price, method, confirmation and gateway', async () => {
    const look = { language: 'en', device: 'desktop', theme: 'light' } as const
    const { device } = look
    const labels = words[look.language]
    await setUpGateway()
    const here = await open(look)
    const { page, context } = here
    const button = (name: string) => findButton(page, name)
    await page.goto('/topup')
    await page.getByText(labels.rate).waitFor()
    const shop = page.getByRole('link', { name: labels.getCode })
    await expect(shop).toHaveAttribute('href', 'https://shop.example/codes')
    await page.getByText('¥73.00', { exact: true }).waitFor()
    await expect(page.getByText(labels.stripe)).toHaveCount(0)

    const amount = page.getByLabel(labels.amount, { exact: true })
    await amount.fill('1')
    await page.getByText(labels.tooLittle).waitFor()
    await page.getByText('¥0.00', { exact: true }).waitFor()
    await amount.fill('')
    await page.getByText(labels.noAmount).waitFor()
    // No method is chosen yet.
    await expect(button(labels.pay)).toBeDisabled()
    expect(await findFaults(here, 'wallet-problems')).toEqual([])
    expect(await readOrders()).not.toContainEqual(expect.objectContaining({ status: 'pending' }))

    await button('$20').click()
    await page.getByText('¥146.00', { exact: true }).waitFor()
    await page.getByText(labels.alipay, { exact: true }).first().click()
    await button(labels.pay).click()
    const dialog = page.getByRole('dialog')
    for (const text of ['$20.00', '¥146.00', labels.alipay]) await dialog.getByText(text, { exact: true }).waitFor()
    expect(await findFaults(here, 'wallet-confirm')).toEqual([])

    const before = await readBalance()
    const [paying] = await Promise.all([context.waitForEvent('page'), button(labels.goPay).click()])
    await paying.getByText('pay here').waitFor()
    await page.getByText(labels.waiting).waitFor()
    const [order] = await readOrders()
    expect(order).toMatchObject({ status: 'pending', method: 'alipay', price: '146.00', quota: 10_000_000 })
    expect(gateway.orders.get(order?.trade_no ?? '')).toMatchObject({ type: 'alipay', money: '146.00' })
    await entries(page, device).first().getByText(labels.pending).waitFor()
    expect(await findFaults(here, 'wallet-waiting')).toEqual([])

    gateway.orders.clear()
    const again = entries(page, device).first().getByRole('link', { name: order?.trade_no })
    const [secondTry] = await Promise.all([context.waitForEvent('page'), again.click()])
    await secondTry.getByText('pay here').waitFor()
    expect(gateway.orders.get(order?.trade_no ?? '')).toMatchObject({ money: '146.00' })
    await secondTry.close()

    expect(await gateway.notify(order?.trade_no ?? '')).toBe('success')
    await paying.close()
    await button(labels.check).or(page.locator('.ant-message').getByText(labels.credited)).first().click()
    await page.locator('.ant-message').getByText(labels.credited).waitFor()
    await page
      .getByRole('main')
      .getByText(inDollars(before + 10_000_000), { exact: true })
      .waitFor()
    await page.getByText(labels.waiting).waitFor({ state: 'hidden' })
    await entries(page, device).first().getByText(labels.done).waitFor()
    await here.close()
  })

  const desktop = { language: 'en', device: 'desktop' } as const

  test('the price belongs to the last input, and is zero for an amount that the server refuses', async () => {
    await setUpGateway()
    const here = await open({ ...desktop, expectedErrors: [/500/] })
    const { page } = here
    const release = Promise.withResolvers<void>()
    const requested = Promise.withResolvers<void>()
    await page.route('**/api/user/amount', async (route) => {
      if (route.request().postDataJSON().amount !== 50) return await route.continue()
      requested.resolve()
      await release.promise
      await route.continue().catch(() => {})
    })
    await page.goto('/topup')
    await findButton(page, '$50').click()
    await requested.promise
    await page.getByLabel('Amount', { exact: true }).fill('3')
    await page.getByText('¥21.90', { exact: true }).waitFor()
    release.resolve()
    await waitUntilSettled(page)
    await expect(page.getByText('¥365.00', { exact: true })).toHaveCount(0)
    await page.getByText('¥21.90', { exact: true }).waitFor()

    await page.getByLabel('Amount', { exact: true }).fill('9007199254740991')
    await page.getByRole('alert').filter({ hasText: 'exceeds the maximum of one top-up' }).waitFor()
    await page.getByText('¥0.00', { exact: true }).waitFor()
    await here.close()
  })

  test('a gateway that forwards to a cashier of another origin is reached', async () => {
    const cashier = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response('the cashier') })
    gateway.sendOn(`http://127.0.0.1:${cashier.port}/pay`)
    await setUpGateway()
    const here = await open(desktop)
    const { page, context } = here
    await page.goto('/topup')
    await page.getByText('Alipay', { exact: true }).first().click()
    await findButton(page, 'Pay').click()
    const [paying] = await Promise.all([context.waitForEvent('page'), findButton(page, 'Go to payment').click()])
    await paying.getByText('the cashier').waitFor()
    await expect(paying).toHaveURL((url) => url.port === String(cashier.port))
    await paying.close()
    gateway.sendOn(null)
    await here.close()
    await cashier.stop(true)
  })

  test('Safari pays in the same tab', async () => {
    await setUpGateway()
    const here = await open(desktop)
    const { page } = here
    await here.context.addInitScript(
      `Object.defineProperty(navigator, 'userAgent', { get: () => ${JSON.stringify(safari)} })`,
    )
    await page.goto('/topup')
    await page.getByText('WeChat Pay', { exact: true }).click()
    await findButton(page, 'Pay').click()
    await findButton(page, 'Go to payment').click()
    await page.waitForURL(`${gateway.url}/submit.php`)
    await page.getByText('pay here').waitFor()
    const [order] = await readOrders()
    expect(gateway.orders.get(order?.trade_no ?? '')).toMatchObject({ type: 'wxpay', money: '73.00' })
    await here.close()
  })

  test('a return from the gateway shows the state of the order, and an abandoned order can be cancelled', async () => {
    await setUpGateway()
    const pay = () => server.api('user').request('POST', '/api/user/pay', { amount: 2, payment_method: 'zfb' })
    await pay()
    const number = (await readOrders()).find(({ status }) => status === 'pending')?.trade_no ?? ''
    const here = await open({ language: 'zh', device: 'phone', theme: 'dark' })
    const { page } = here
    await page.goto(`/topup?out_trade_no=${number}&trade_status=TRADE_SUCCESS`)
    await page.getByText('支付尚未确认').waitFor()
    await page.goto(`/topup?cancelled=${number}`)
    await page.getByText('你已离开支付页面').waitFor()
    expect(await findFaults(here, 'wallet-returned')).toEqual([])
    await page
      .getByRole('status')
      .getByRole('button', { name: `取消订单 ${number}` })
      .click()
    await page.getByRole('dialog').getByRole('button', { name: '取消订单', exact: true }).click()
    await page.getByText('订单已不再等待支付').waitFor()
    expect((await readOrders()).find(({ trade_no }) => trade_no === number)).toMatchObject({ status: 'expired' })
    await here.close()
  })

  test('Stripe has its own price, currency and page', async () => {
    await setUpGateway()
    await set({ StripeApiSecret: 'sk_test_x', StripeWebhookSecret: 'whsec_x', StripeUnitPrice: '1.25' })
    const here = await open(desktop)
    const { page } = here
    // Stripe cannot be reached here; a page of this site replaces its page.
    const sent: unknown[] = []
    await page.route('**/api/user/stripe/pay', (route) => {
      sent.push(route.request().postDataJSON())
      const page = `${server.url}/about?paid`
      const data = { url: page, pay_link: page, trade_no: 'x' }
      return route.fulfill({ json: { message: 'success', data } })
    })
    await page.goto('/topup')
    await page.getByText('Card (Stripe)', { exact: true }).click()
    await page.getByText('$1.00 of balance costs about 1.25 USD').waitFor()
    await page.getByText('12.50 USD', { exact: true }).waitFor()
    await findButton(page, 'Pay').click()
    await page.getByRole('dialog').getByText('12.50 USD').waitFor()
    await findButton(page, 'Go to payment').click()
    await page.waitForURL('**/about?paid*')
    expect(sent).toEqual([{ amount: 10, payment_method: 'stripe' }])
    await here.close()
    await set({ StripeWebhookSecret: '' }).catch(() => {})
  })

  test('the page has no errors, accessibility violations or horizontal scrolling', { tag: twoLooks }, async ({
    look,
  }) => {
    await setUpGateway()
    await server.api('user').post('/api/user/topup', { key: await makeCode() })
    const here = await open(look)
    await here.page.goto('/topup')
    await here.page.getByText('¥73.00', { exact: true }).first().waitFor()
    await entries(here.page, look.device).first().waitFor()
    const faults = await findFaults(here, 'wallet')
    await here.close()
    expect(faults).toEqual([])
  })
})
