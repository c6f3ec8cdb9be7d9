import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { roles } from '@sluice/contract/roles'
import { orderLifeMs } from '../../payments/start-order.ts'
import { epayMerchant, startTestEpayGateway, type TestEpayGateway } from '../../payments/test-epay-gateway.ts'
import { createManualClock } from '../../platform/test-clock.ts'
import { setOptions, startTestApp, type TestApp, type TestClient } from '../test-app.ts'

const clock = createManualClock(Date.UTC(2026, 10, 20))

let app: TestApp
let gateway: TestEpayGateway
beforeAll(async () => {
  app = await startTestApp({ clock })
  gateway = startTestEpayGateway()
  await setOptions(app, {
    PayAddress: gateway.url,
    EpayId: epayMerchant.pid,
    EpayKey: epayMerchant.key,
    ServerAddress: 'https://ai.example',
  })
})
afterAll(async () => {
  await app.close()
  await gateway.stop()
})

/** Creates an order and returns the fields of its form. */
async function createOrder(client: TestClient): Promise<Record<string, string>> {
  const { body } = await client.post('/api/user/pay', { amount: 2, payment_method: 'wx' })
  expect(body.message).toBe('success')
  return body.data as Record<string, string>
}

/** Opens the payment page as a browser does: with the session cookie, and without the user header. */
async function openPage(client: TestClient | null, number: string, headers: Record<string, string> = {}) {
  const response = await app.send(`/api/user/pay/form?trade_no=${encodeURIComponent(number)}`, {
    headers: { ...(client && { cookie: client.cookie }), ...headers },
  })
  return { status: response.status, headers: response.headers as Headers, html: await response.text() }
}

interface Page {
  action: string | null
  fields: Record<string, string>
  inline: { script: string[]; style: string[] }
}

/** Reads the page with an HTML parser. */
async function parsePage(html: string): Promise<Page> {
  const page: Page = { action: null, fields: {}, inline: { script: [], style: [] } }
  const collectTexts = (texts: string[]) => ({
    element: () => void texts.push(''),
    text: (chunk: { text: string }) => void texts.push((texts.pop() ?? '') + chunk.text),
  })
  const decode = (text: string | null) =>
    (text ?? '')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&#x27;', "'")
      .replaceAll('&amp;', '&')
  await new HTMLRewriter()
    .on('form', {
      element: (form) => {
        page.action = decode(form.getAttribute('action'))
      },
    })
    .on('input[type=hidden]', {
      element: (input) => {
        page.fields[decode(input.getAttribute('name'))] = decode(input.getAttribute('value'))
      },
    })
    .on('script', collectTexts(page.inline.script))
    .on('style', collectTexts(page.inline.style))
    .transform(new Response(html))
    .text()
  return page
}

const buildCspHash = (text: string | undefined) =>
  `'sha256-${createHash('sha256')
    .update(text ?? '')
    .digest('base64')}'`

test('the page contains the form that was returned when the order was created', async () => {
  const user = await app.addUser()
  const fields = await createOrder(user)
  await setOptions(app, { Price: '99' })
  const { status, html } = await openPage(user, fields.out_trade_no ?? '')
  await setOptions(app, { Price: '7.3' })
  const page = await parsePage(html)
  expect(status).toBe(200)
  expect(page).toMatchObject({ action: `${gateway.url}/submit.php`, fields })
  expect(await gateway.submit(page.action ?? '', page.fields)).toBe(200)
})

test('the page allows only its own script and style, by their hashes, and a form to any site', async () => {
  const user = await app.addUser()
  const { headers, html } = await openPage(user, (await createOrder(user)).out_trade_no ?? '')
  const { script, style } = (await parsePage(html)).inline
  expect([script.length, style.length]).toEqual([1, 1])
  expect(headers.get('content-security-policy')).toBe(
    `default-src 'none'; script-src ${buildCspHash(script[0])}; style-src ${buildCspHash(style[0])}; ` +
      "form-action http: https:; base-uri 'none'; frame-ancestors 'none'",
  )
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('referrer-policy')).toBe('no-referrer')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
})

test('text of the operator is escaped', async () => {
  const user = await app.addUser()
  const hostileText = `"'></script><script>alert(1)</script>&amp;`
  await setOptions(app, { EpayId: hostileText, SystemName: hostileText })
  const { html } = await openPage(user, (await createOrder(user)).out_trade_no ?? '')
  await setOptions(app, { EpayId: epayMerchant.pid, SystemName: '' })
  const page = await parsePage(html)
  expect(page.fields.pid).toBe(hostileText)
  expect(page.inline.script).toEqual(['HTMLFormElement.prototype.submit.call(document.forms[0])'])
  expect(html).not.toContain('<script>alert')
})

test.each([
  ['a request without a session', 401, 'logged in'],
  ['a banned account', 401, 'logged in'],
  ['an order of another account', 404, 'No such order'],
  ['an unknown order number', 404, 'No such order'],
  ['an empty order number', 404, 'No such order'],
  ['an order that is paid', 409, 'has been paid'],
  ['an order that expired', 410, 'has expired'],
  ['a disabled gateway', 503, 'switched off'],
] as const)('%s gets a page with the reason and without a form', async (name, status, text) => {
  const user = await app.addUser()
  const number = (await createOrder(user)).out_trade_no ?? ''
  const openAsBanned = async () => {
    const ban = await app.root.post('/api/user/manage', { id: user.id, action: 'disable' })
    expect(ban.body.success).toBe(true)
    return await openPage(user, number)
  }
  const openCases: Record<string, () => ReturnType<typeof openPage>> = {
    'a request without a session': () => openPage(null, number),
    'a banned account': openAsBanned,
    'an order of another account': async () => await openPage(await app.addUser({ role: roles.admin }), number),
    'an unknown order number': () => openPage(user, `${number}x`),
    'an empty order number': () => openPage(user, ''),
    'an order that is paid': async () => {
      expect((await app.root.post('/api/topup/complete', { trade_no: number })).body.success).toBe(true)
      return await openPage(user, number)
    },
    'an order that expired': async () => {
      clock.advance(orderLifeMs)
      return await openPage(user, number)
    },
    'a disabled gateway': async () => {
      await setOptions(app, { PayAddress: '' })
      const answer = await openPage(user, number)
      await setOptions(app, { PayAddress: gateway.url })
      return answer
    },
  }
  const { status: pageStatus, html, headers } = (await openCases[name]?.()) ?? { status: 0, html: '' }
  expect(pageStatus).toBe(status)
  expect(html).toContain(text)
  expect((await parsePage(html)).action).toBeNull()
  expect(headers?.get('content-security-policy')).toMatch(
    /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'$/,
  )
})

test('an order of Stripe has no payment form', async () => {
  const user = await app.addUser()
  const number = (await createOrder(user)).out_trade_no ?? ''
  await app.store.db.updateTable('topup_orders').set({ method: 'stripe' }).where('trade_no', '=', number).execute()
  expect((await openPage(user, number)).status).toBe(404)
})

test('the page is in the language of the console, or of the browser if none is given', async () => {
  const user = await app.addUser()
  const number = (await createOrder(user)).out_trade_no ?? ''
  expect((await openPage(user, number, { 'accept-language': 'zh-CN' })).html).toContain('继续支付')
  const chosen = await app.send(`/api/user/pay/form?trade_no=${number}&lang=en`, {
    headers: { cookie: user.cookie, 'accept-language': 'zh-CN' },
  })
  expect(await chosen.text()).toContain('Continue to the payment')
  expect((await openPage(null, '', { 'accept-language': 'zh-CN' })).html).toContain('尚未登录')
})
