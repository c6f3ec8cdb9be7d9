import type { Browser, Locator, Page } from '@playwright/test'
import type { AuditLine } from '@sluice/contract/audit'
import type { PagedList } from '@sluice/contract/envelope'
import type { ManagedTopup } from '@sluice/contract/topup'
import { epayMerchant, startTestEpayGateway } from '../../server/src/payments/test-epay-gateway.ts'
import { accounts, rootName } from '../../server/test/accounts.ts'
import { startTestServer } from '../../server/test/test-server.ts'
import { findFaults, navigate, openConsole } from '../harness/console-visit.ts'
import { forTests } from '../harness/for-tests.ts'
import type { Device, Language, Look } from '../harness/looks.ts'
import { findButton, readClipboard } from '../harness/page-parts.ts'
import { expect, test } from '../harness/test.ts'

const words = {
  en: {
    complete: 'Mark as paid',
    submit: 'Credit the order',
    done: 'ulf was credited $20.00',
    title: 'Mark this order as paid?',
    receives: 'ulf receives $20.00 at once',
    credited: 'Credited',
    orders: 'All top-ups',
    alerts: 'Payment alerts',
    amount: 'Wrong amount',
    expired: 'Expired',
    toDo: 'Check the payment at the gateway',
    show: 'Show the order',
    totals: 'Totals',
    byHand: 'An administrator, by hand',
    noMatch: 'No top-up matches',
    clear: 'Clear filters',
    note: 'Note for the audit trail (optional)',
    nav: 'Top-ups',
    reason: 'Reason',
    empty: 'No top-ups yet',
    noAlerts: 'No payment alerts',
    noAlert: 'No alert matches',
    open: 'Open the entry of',
    paid: 'has been paid already',
    refund: 'Mark as refunded',
    refundTitle: 'Mark this order as refunded?',
    refunded: 'Refunded',
    takes: '$20.00 is taken from the balance of ulf',
    refundSubmit: 'Reverse the credit',
    taken: '$20.00 was taken from the balance of ulf',
  },
  zh: {
    complete: '手动补单',
    submit: '确认已支付',
    done: '已为 ulf 到账 $20.00',
    title: '手动确认这笔订单已支付？',
    receives: 'ulf 会立即获得 $20.00',
    credited: '已到账',
    orders: '充值记录',
    alerts: '支付告警',
    amount: '金额不符',
    expired: '已过期',
    toDo: '在支付平台核对这笔款项',
    show: '查看这笔订单',
    totals: '合计',
    byHand: '管理员手动补单',
    noMatch: '没有符合条件的记录',
    clear: '清除筛选条件',
    note: '备注（可选，写入审计日志）',
    nav: '充值管理',
    reason: '原因',
    empty: '还没有充值记录',
    noAlerts: '没有支付告警',
    noAlert: '没有符合条件的告警',
    open: '查看',
    paid: '该订单已经支付',
    refund: '标记为已退款',
    refundTitle: '将这笔订单标记为已退款？',
    refunded: '已退款',
    takes: '会立即从 ulf 收回 $20.00',
    refundSubmit: '确认收回额度',
    taken: '已从 ulf 收回 $20.00',
  },
} as const satisfies Record<Language, Record<string, string>>

/** The names of the lists of cards; the paging of a tab is a list too. */
const cardListNames = new RegExp(
  Object.values(words)
    .flatMap(({ orders, alerts }) => [orders, alerts])
    .join('|'),
)

test.describe('received payments, in a browser', () => {
  const gateway = forTests(async () => startTestEpayGateway())
  const server = forTests(startTestServer)
  let browser: Browser
  test.beforeAll(({ browser: launched }) => {
    browser = launched
  })

  async function setUpGateway(): Promise<void> {
    const texts = { PayAddress: gateway.url, EpayId: epayMerchant.pid, EpayKey: epayMerchant.key }
    const options = Object.entries({
      ...texts,
      CustomCallbackAddress: server.url,
      ServerAddress: server.url,
    })
    await server.api('root').put('/api/option/batch', { options: options.map(([key, value]) => ({ key, value })) })
  }
  /** Places an order of `amount` and submits its form to the gateway; returns the number of the order. */
  async function placeOrder(amount: number): Promise<string> {
    const order = { amount, payment_method: 'zfb' }
    const { body } = await server.api('user').request('POST', '/api/user/pay', order)
    // This answer has no envelope.
    const { data, url } = body as unknown as { data: Record<string, string>; url: string }
    expect(await gateway.submit(url, data)).toBe(200)
    return data.out_trade_no ?? ''
  }
  const readOrder = async (number: string) =>
    (await server.api('admin').get<PagedList<ManagedTopup>>(`/api/topup/?keyword=${number}`)).items[0]

  async function open(look: Look, username: string = accounts.admin.username) {
    const here = await openConsole(browser, { url: server.url, username, ...look })
    await here.context.grantPermissions(['clipboard-read', 'clipboard-write'])
    return here
  }
  const entries = (page: Page, device: Device): Locator =>
    device === 'phone'
      ? page.getByRole('list', { name: cardListNames }).getByRole('listitem')
      : page.getByRole('tabpanel').locator('tr.ant-table-row')
  const press = (page: Page, name: string) => findButton(page, name).click()

  test('without any payments the page describes what it will show', async () => {
    const here = await open({ language: 'zh', device: 'phone', theme: 'dark' })
    const { page } = here
    await page.goto('/orders')
    await page.getByText(words.zh.empty).waitFor()
    expect(await findFaults(here, 'orders-empty')).toEqual([])
    await page.getByRole('tab', { name: words.zh.alerts }).click()
    await page.getByText(words.zh.noAlerts).waitFor()
    expect(await findFaults(here, 'alerts-empty')).toEqual([])
    await here.close()
  })

  for (const language of ['en', 'zh'] as const) {
    const labels = words[language]
    const device: Device = language === 'en' ? 'desktop' : 'phone'
    const look = { language, device, theme: language === 'en' ? ('light' as const) : ('dark' as const) }

    test(`${language}: an alert leads to its order, which is credited by hand and audited`, async () => {
      await setUpGateway()
      const [code = ''] = await server.api('admin').post<string[]>('/api/redemption/', {
        name: 'gift',
        quota: 2_500_000,
      })
      await server.api('user').post('/api/user/topup', { key: code })
      const paid = await placeOrder(10)
      expect(await gateway.notify(paid)).toBe('success')
      const number = await placeOrder(20)
      expect(await gateway.notify(number, { parameters: { money: '14.60' } })).toBe('fail')

      const here = await open(look, rootName)
      const { page } = here
      await page.goto('/orders')
      const totals = page.locator(`dl[aria-label="${labels.totals}"]`)
      await totals.getByText('$').waitFor()
      // biome-ignore lint/plugin: all totals come with one answer, and one of them was awaited.
      const before = Number((await totals.locator('dd').first().textContent()) ?? '')
      await entries(page, device).nth(2).waitFor()
      await page.evaluate('document.activeElement?.blur()')
      expect(await findFaults(here, 'orders')).toEqual([])

      // The alert leads to its order.
      await page.getByRole('tab', { name: labels.alerts }).click()
      await page.waitForURL('**/orders?tab=alerts')
      const alert = entries(page, device).filter({ hasText: number })
      await alert.getByText(labels.amount).click()
      await page.getByText(labels.toDo).waitFor()
      expect(await findFaults(here, 'alerts')).toEqual([])
      await page.getByRole('link', { name: labels.show }).click()
      await page.waitForURL(`**/orders?keyword=${number}`)
      const entry = entries(page, device).filter({ hasText: '$20.00' })
      await entries(page, device).nth(1).waitFor({ state: 'detached' })
      await entry.waitFor()

      if (device === 'phone') await entry.getByRole('button', { name: labels.open }).click()
      await page.getByRole('button', { name: new RegExp(labels.complete) }).click()
      const dialog = page.getByRole('dialog', { name: labels.title })
      await dialog.getByText(labels.receives).waitFor()
      await dialog.getByText('¥146.00').waitFor()
      await dialog.getByLabel(labels.note).fill('bank slip 7')
      expect(await findFaults(here, 'orders-complete')).toEqual([])
      const { quota } = await server.self('user')
      await press(page, labels.submit)
      await page.locator('.ant-message').getByText(labels.done).waitFor()
      expect((await server.self('user')).quota).toBe(quota + 10_000_000)
      expect(await readOrder(number)).toMatchObject({ status: 'success', completed_by: expect.any(Number) })
      await page.getByRole('button', { name: new RegExp(labels.complete) }).waitFor({ state: 'detached' })
      if (device === 'desktop') await entry.getByText(labels.credited).click()
      await page.getByText(labels.byHand).waitFor()
      await dialog.waitFor({ state: 'hidden' })
      expect(await findFaults(here, 'orders-detail')).toEqual([])

      // Refunded at the gateway: the credit is reversed, and the order shows it.
      await page.getByRole('button', { name: new RegExp(labels.refund) }).click()
      const refund = page.getByRole('dialog', { name: labels.refundTitle })
      await refund.getByText(labels.takes).waitFor()
      expect(await findFaults(here, 'orders-refund')).toEqual([])
      await press(page, labels.refundSubmit)
      await page.locator('.ant-message').getByText(labels.taken).waitFor()
      expect((await server.self('user')).quota).toBe(quota)
      await refund.waitFor({ state: 'hidden' })
      await page.getByText(labels.refunded, { exact: true }).first().waitFor()
      expect(await findFaults(here, 'orders-refunded')).toEqual([])

      await page.goto('/orders')
      await totals.getByText(String(before + 1), { exact: true }).waitFor()
      const trail = await server.api('root').get<PagedList<AuditLine>>('/api/audit/?action=topup.complete')
      expect(trail.items[0]).toMatchObject({
        object_id: number,
        after: expect.stringContaining('bank slip 7'),
      })

      await navigate(page, '/orders?user=nobody')
      await page.getByText(labels.noMatch).waitFor()
      await page.locator('button').filter({ hasText: labels.clear }).click()
      await entries(page, device).first().waitFor()
      await expect.poll(() => new URL(page.url()).search).toBe('')
      await here.close()
    })
  }

  test('administrators see orders but cannot credit them; other accounts cannot open the page', async () => {
    await setUpGateway()
    const number = await placeOrder(30)
    const here = await open({ language: 'en', device: 'desktop' })
    const { page } = here
    await page.goto('/orders?status=pending')
    const row = entries(page, 'desktop').filter({ hasText: number })
    await row.getByRole('button', { name: 'Copy Order number' }).click()
    await expect.poll(() => readClipboard(page)).toBe(number)
    await expect(page.getByRole('button', { name: /Mark as paid/ })).toHaveCount(0)
    await row.getByText('Awaiting payment').click()
    await page.getByText('Payable until').waitFor()
    await page.waitForURL('**/orders?status=pending&open=order-*')
    await page.getByRole('link', { name: 'Top-ups', exact: true }).waitFor()
    await here.close()

    const user = await open({ language: 'en', device: 'desktop' }, accounts.user.username)
    await user.page.goto('/token')
    await user.page.getByRole('link', { name: 'API tokens' }).waitFor()
    await expect(user.page.getByRole('link', { name: 'Top-ups', exact: true })).toHaveCount(0)
    await user.page.goto('/orders')
    await user.page.waitForURL((url) => url.pathname !== '/orders')
    await user.close()
  })

  test('an order that its gateway credits in the meantime is reported, and not credited twice', async () => {
    await setUpGateway()
    const number = await placeOrder(40)
    const here = await open({ language: 'en', device: 'desktop' }, rootName)
    const { page } = here
    await page.goto(`/orders?keyword=${number}`)
    await page.getByRole('button', { name: `Mark as paid ${number}` }).click()
    expect(await gateway.notify(number)).toBe('success')
    const { quota } = await server.self('user')
    await press(page, 'Credit the order')
    await page.getByRole('dialog').getByText(words.en.paid).waitFor()
    expect((await server.self('user')).quota).toBe(quota)
    await page.keyboard.press('Escape')
    await entries(page, 'desktop').getByText('Credited', { exact: true }).waitFor()
    await here.close()
  })

  test('a loading failure is reported, with a button to try again', async () => {
    const here = await open({ language: 'en', device: 'desktop', expectedErrors: [/500/] })
    const { page } = here
    await page.route('**/api/topup/?*', (route) =>
      route.fulfill({ status: 500, json: { success: false, message: 'broken', code: 'internal_error' } }),
    )
    await page.goto('/orders')
    const again = page.getByRole('button', { name: 'Retry' })
    await again.waitFor()
    await page.unroute('**/api/topup/?*')
    await again.click()
    await entries(page, 'desktop').first().waitFor()
    await here.close()
  })

  test('the page has no errors, accessibility violations or horizontal scrolling, in two other looks', async () => {
    const faults: string[] = []
    for (const look of [
      { language: 'zh', device: 'desktop', theme: 'dark' },
      { language: 'en', device: 'phone', theme: 'light' },
    ] as const) {
      const here = await open(look, rootName)
      for (const [name, address] of [
        ['orders-other', '/orders'],
        ['alerts-other', '/orders?tab=alerts'],
      ] as const) {
        await navigate(here.page, address)
        await entries(here.page, look.device).first().waitFor()
        faults.push(...(await findFaults(here, name)))
      }
      await here.close()
    }
    expect(faults).toEqual([])
  })
})
