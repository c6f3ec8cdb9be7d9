import { serveLocally } from '../platform/test-port.ts'

/**
 * A fake easy-pay gateway over HTTP: it accepts the form that a browser submits, and sends notifications on demand. It
 * signs with its own code, independent of the product.
 */
export interface TestEpayGateway {
  readonly url: string
  /** Submitted forms with a valid signature, by order number. */
  readonly orders: Map<string, Record<string, string>>
  /** Answers later forms with a redirect (302) to this address, as some gateways do; null: with a page. */
  sendOn(url: string | null): void
  /** Submits the form of an answer of /api/user/pay as a browser does. Returns the status of the gateway. */
  submit(url: string, fields: Record<string, string>): Promise<number>
  /** Calls the order's `notify_url`. Returns the answer. */
  notify(tradeNo: string, more?: NotifyOptions): Promise<string>
  /** The signed parameters of a notification, as a query string. */
  query(parameters: Record<string, string>, key?: string): string
  stop(): Promise<void>
}

interface NotifyOptions {
  /** Replaces or adds parameters before signing. */
  parameters?: Record<string, string>
  /** Replaces parameters after signing; null removes one. */
  afterwards?: Record<string, string | null>
  /** Appended to the query or body without changes. */
  extra?: string
  key?: string
  method?: 'GET' | 'POST'
}

export const epayMerchant = { pid: '1001', key: 'test merchant key' }

export function startTestEpayGateway(): TestEpayGateway {
  const orders = new Map<string, Record<string, string>>()
  let payments = 0
  let redirectUrl: string | null = null

  const sign = (parameters: Record<string, string>, key: string): string => {
    const names = Object.keys(parameters).toSorted()
    const parts = names.filter((name) => !/^sign(_type)?$/.test(name) && parameters[name] !== '')
    const text = parts.map((name) => `${name}=${parameters[name]}`).join('&')
    return new Bun.CryptoHasher('md5').update(text + key).digest('hex')
  }
  const addSignature = (parameters: Record<string, string>, key = epayMerchant.key) => ({
    ...parameters,
    sign: sign(parameters, key),
    sign_type: 'MD5',
  })
  const query: TestEpayGateway['query'] = (parameters, key) =>
    new URLSearchParams(addSignature(parameters, key)).toString()

  const server = serveLocally(async (request) => {
    if (request.method !== 'POST' || new URL(request.url).pathname !== '/gate/submit.php')
      return new Response('not here', { status: 404 })
    const fields = Object.fromEntries(new URLSearchParams(await request.text()))
    if (fields.pid !== epayMerchant.pid || fields.sign !== sign(fields, epayMerchant.key))
      return new Response('wrong signature', { status: 403 })
    orders.set(fields.out_trade_no ?? '', fields)
    return redirectUrl === null ? new Response('pay here') : Response.redirect(redirectUrl, 302)
  })

  return {
    url: `http://127.0.0.1:${server.port}/gate`,
    orders,
    query,
    sendOn(url) {
      redirectUrl = url
    },
    async submit(url, fields) {
      const response = await fetch(url, { method: 'POST', body: new URLSearchParams(fields) })
      await response.text()
      return response.status
    },
    async notify(tradeNo, { parameters = {}, afterwards = {}, extra = '', key, method = 'GET' } = {}) {
      const order = orders.get(tradeNo)
      if (!order) throw new Error(`no such order: ${tradeNo}`)
      const reported: Record<string, string> = {
        pid: epayMerchant.pid,
        trade_no: `2026112100${++payments}`,
        out_trade_no: tradeNo,
        type: order.type ?? '',
        name: order.name ?? '',
        money: order.money ?? '',
        trade_status: 'TRADE_SUCCESS',
        ...parameters,
      }
      const sent: Record<string, string> = addSignature(reported, key)
      for (const [name, value] of Object.entries(afterwards)) {
        if (value === null) delete sent[name]
        else sent[name] = value
      }
      const text = new URLSearchParams(sent).toString() + extra
      const url = order.notify_url ?? ''
      const response = await (method === 'GET'
        ? fetch(`${url}?${text}`)
        : fetch(url, {
            method,
            body: text,
            headers: { 'content-type': 'application/x-www-form-urlencoded' },
          }))
      return await response.text()
    },
    stop: () => server.stop(true),
  }
}
