import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { roles } from '@sluice/contract/roles'
import { orderLifeMs } from '../../payments/start-order.ts'
import { epayMerchant, startTestEpayGateway, type TestEpayGateway } from '../../payments/test-epay-gateway.ts'
import { startTestApp, type TestApp, type TestClient } from '../test-app.ts'

const clock = { time: Date.UTC(2026, 10, 20), now: () => clock.time, monotonic: () => performance.now() }

let app: TestApp
let gateway: TestEpayGateway
beforeAll(async () => {
  app = await startTestApp({ clock })
  gateway = startTestEpayGateway()
  await set({
    ...{ PayAddress: gateway.url, EpayId: epayMerchant.pid, EpayKey: epayMerchant.key },
    ServerAddress: 'https://ai.example',
  })
})
afterAll(async () => {
  await app.close()
  await gateway.stop()
})

async function set(texts: Record<string, string>): Promise<void> {
  const list = Object.entries(texts).map(([key, value]) => ({ key, value }))
  expect((await app.root.put('/api/option/batch', { options: list })).body.success).toBe(true)
}
async function order(who: TestClient): Promise<Record<string, string>> {
  const { body } = await who.post('/api/user/pay', { amount: 2, payment_method: 'wx' })
  expect(body.message).toBe('success')
  return body.data as Record<string, string>
}

/** As a browser navigates: with the cookie, and without our headers. */
async function open(who: TestClient | null, number: string, headers: Record<string, string> = {}) {
  const response = await app.send(`/api/user/pay/form?trade_no=${encodeURIComponent(number)}`, {
    headers: { ...(who && { cookie: who.cookie }), ...headers },
  })
  return { status: response.status, headers: response.headers as Headers, html: await response.text() }
}

interface Page {
  action: string | null
  fields: Record<string, string>
  inline: { script: string[]; style: string[] }
}

/** The page as an HTML parser sees it. */
async function parse(html: string): Promise<Page> {
  const page: Page = { action: null, fields: {}, inline: { script: [], style: [] } }
  const collect = (into: string[]) => ({
    element: () => void into.push(''),
    text: (chunk: { text: string }) => void into.push((into.pop() ?? '') + chunk.text),
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
    .on('script', collect(page.inline.script))
    .on('style', collect(page.inline.style))
    .transform(new Response(html))
    .text()
  return page
}

const hashOf = (text: string | undefined) =>
  `'sha256-${createHash('sha256')
    .update(text ?? '')
    .digest('base64')}'`

test('the page contains the form that was returned when the order was created', async () => {
  const user = await app.addUser()
  const fields = await order(user)
  await set({ Price: '99' })
  const { status, html } = await open(user, fields.out_trade_no ?? '')
  await set({ Price: '7.3' })
  const page = await parse(html)
  expect(status).toBe(200)
  expect(page).toMatchObject({ action: `${gateway.url}/submit.php`, fields })
  expect(await gateway.submit(page.action ?? '', page.fields)).toBe(200)
})

test('only its own script and style are allowed, by their hashes, and a form to any site', async () => {
  const user = await app.addUser()
  const { headers, html } = await open(user, (await order(user)).out_trade_no ?? '')
  const { script, style } = (await parse(html)).inline
  expect([script.length, style.length]).toEqual([1, 1])
  expect(headers.get('content-security-policy')).toBe(
    `default-src 'none'; script-src ${hashOf(script[0])}; style-src ${hashOf(style[0])}; ` +
      "form-action http: https:; base-uri 'none'; frame-ancestors 'none'",
  )
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('referrer-policy')).toBe('no-referrer')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
})

test('text of the operator is escaped', async () => {
  const user = await app.addUser()
  const nasty = `"'></script><script>alert(1)</script>&amp;`
  await set({ EpayId: nasty, SystemName: nasty })
  const { html } = await open(user, (await order(user)).out_trade_no ?? '')
  await set({ EpayId: epayMerchant.pid, SystemName: '' })
  const page = await parse(html)
  expect(page.fields.pid).toBe(nasty)
  expect(page.inline.script).toEqual(['HTMLFormElement.prototype.submit.call(document.forms[0])'])
  expect(html).not.toContain('<script>alert')
})

test.each([
  ['nobody signed in', 401, 'logged in'],
  ['a banned account', 401, 'logged in'],
  ['an order of somebody else', 404, 'No such order'],
  ['an order nobody made', 404, 'No such order'],
  ['no order at all', 404, 'No such order'],
  ['an order that is paid', 409, 'has been paid'],
  ['an order that expired', 410, 'has expired'],
  ['a gateway that is switched off', 503, 'switched off'],
] as const)('%s gets a page that says so, and no form', async (name, status, text) => {
  const user = await app.addUser()
  const number = (await order(user)).out_trade_no ?? ''
  const banned = async () => {
    const ban = await app.root.post('/api/user/manage', { id: user.id, action: 'disable' })
    expect(ban.body.success).toBe(true)
    return await open(user, number)
  }
  const ways: Record<string, () => ReturnType<typeof open>> = {
    'nobody signed in': () => open(null, number),
    'a banned account': banned,
    'an order of somebody else': async () => await open(await app.addUser({ role: roles.admin }), number),
    'an order nobody made': () => open(user, `${number}x`),
    'no order at all': () => open(user, ''),
    'an order that is paid': async () => {
      expect((await app.root.post('/api/topup/complete', { trade_no: number })).body.success).toBe(true)
      return await open(user, number)
    },
    'an order that expired': async () => {
      clock.time += orderLifeMs
      return await open(user, number)
    },
    'a gateway that is switched off': async () => {
      await set({ PayAddress: '' })
      const answer = await open(user, number)
      await set({ PayAddress: gateway.url })
      return answer
    },
  }
  const { status: got, html, headers } = (await ways[name]?.()) ?? { status: 0, html: '' }
  expect(got).toBe(status)
  expect(html).toContain(text)
  expect((await parse(html)).action).toBeNull()
  expect(headers?.get('content-security-policy')).toMatch(
    /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'$/,
  )
})

test('an order of Stripe cannot be paid here', async () => {
  const user = await app.addUser()
  const number = (await order(user)).out_trade_no ?? ''
  await app.store.db.updateTable('topup_orders').set({ method: 'stripe' }).where('trade_no', '=', number).execute()
  expect((await open(user, number)).status).toBe(404)
})

test('the page has the language of the console, or of the browser', async () => {
  const user = await app.addUser()
  const number = (await order(user)).out_trade_no ?? ''
  expect((await open(user, number, { 'accept-language': 'zh-CN' })).html).toContain('继续支付')
  const chosen = await app.send(`/api/user/pay/form?trade_no=${number}&lang=en`, {
    headers: { cookie: user.cookie, 'accept-language': 'zh-CN' },
  })
  expect(await chosen.text()).toContain('Continue to the payment')
  expect((await open(null, '', { 'accept-language': 'zh-CN' })).html).toContain('尚未登录')
})
