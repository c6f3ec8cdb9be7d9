/**
 * A fake easy-pay gateway over HTTP: accepts the form a browser submits, and notifies on demand. Has its own code for
 * signatures.
 */
export interface TestEpayGateway {
  readonly url: string
  /** Submitted forms with a valid signature, by order number. */
  readonly orders: Map<string, Record<string, string>>
  /** From now on forms are redirected (302) to this address, as by gateways with a cashier elsewhere; null: a page. */
  sendOn(url: string | null): void
  /** Submits the answer of /api/user/pay as a browser does. Returns the status of the gateway's page. */
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
  /** Changed after signing; null removes it. */
  afterwards?: Record<string, string | null>
  /** Appended as it is. */
  extra?: string
  key?: string
  method?: 'GET' | 'POST'
}

export const epayMerchant = { pid: '1001', key: 'test merchant key' }

export function startTestEpayGateway(): TestEpayGateway {
  const orders = new Map<string, Record<string, string>>()
  let payments = 0
  let cashier: string | null = null

  const signOf = (parameters: Record<string, string>, key: string): string => {
    const names = Object.keys(parameters).toSorted()
    const parts = names.filter((name) => !/^sign(_type)?$/.test(name) && parameters[name] !== '')
    const text = parts.map((name) => `${name}=${parameters[name]}`).join('&')
    return new Bun.CryptoHasher('md5').update(text + key).digest('hex')
  }
  const signed = (parameters: Record<string, string>, key = epayMerchant.key) => ({
    ...parameters,
    sign: signOf(parameters, key),
    sign_type: 'MD5',
  })
  const query: TestEpayGateway['query'] = (parameters, key) => new URLSearchParams(signed(parameters, key)).toString()

  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      if (request.method !== 'POST' || new URL(request.url).pathname !== '/gate/submit.php')
        return new Response('not here', { status: 404 })
      const fields = Object.fromEntries(new URLSearchParams(await request.text()))
      if (fields.pid !== epayMerchant.pid || fields.sign !== signOf(fields, epayMerchant.key))
        return new Response('wrong signature', { status: 403 })
      orders.set(fields.out_trade_no ?? '', fields)
      return cashier === null ? new Response('pay here') : Response.redirect(cashier, 302)
    },
  })

  return {
    url: `http://127.0.0.1:${server.port}/gate`,
    orders,
    query,
    sendOn(url) {
      cashier = url
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
      const sent: Record<string, string> = signed(reported, key)
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
