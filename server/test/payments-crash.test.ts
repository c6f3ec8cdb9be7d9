import { afterAll, describe, expect, test } from 'bun:test'
import type { Topup } from '@sluice/contract/topup'
import { epayMerchant, startTestEpayGateway } from '../src/payments/test-epay-gateway.ts'
import { engineNames } from './databases.ts'
import { startTestServer } from './test-server.ts'

// Acknowledged payments survive a crash, and a repeated notification has one effect: the gateway's test client calls
// the real server over HTTP, and the server is killed right after its answer.

const gateway = startTestEpayGateway()
afterAll(() => gateway.stop())

describe.each(engineNames)('payments and crashes on %s', (engine) => {
  test('a payment and a code are credited once, although notifications are repeated after a crash', async () => {
    const server = await startTestServer(engine)
    await server.api('root').put('/api/option/batch', {
      options: [
        { key: 'PayAddress', value: gateway.url },
        { key: 'EpayId', value: epayMerchant.pid },
        { key: 'EpayKey', value: epayMerchant.key },
        { key: 'CustomCallbackAddress', value: server.url },
        { key: 'ServerAddress', value: server.url },
      ],
    })
    const { quota: before } = await server.self('user')
    const purchase = { amount: 2, payment_method: 'zfb' }
    const { body } = await server.api('user').request('POST', '/api/user/pay', purchase)
    const { data, url } = body as unknown as { data: Record<string, string>; url: string }
    expect(await gateway.submit(url, data)).toBe(200)
    const number = data.out_trade_no ?? ''
    const [code = ''] = await server.api('admin').post<string[]>('/api/redemption/', { name: 'c', quota: 70 })

    expect(await gateway.notify(number, { parameters: { trade_no: 'G1' } })).toBe('success')
    expect(await server.api('user').post<number>('/api/user/topup', { key: code })).toBe(70)
    await server.crashAndRestart()

    expect((await server.self('user')).quota).toBe(before + 1_000_070)
    // The server may use another port after the restart: the payment gateway's order still has the old address.
    const order = gateway.orders.get(number)
    if (order) order.notify_url = `${server.url}/api/user/epay/notify`
    const repeats = await Promise.all(
      Array.from({ length: 5 }, () => gateway.notify(number, { parameters: { trade_no: 'G1' } })),
    )
    expect(repeats).toEqual(Array(5).fill('success'))
    expect((await server.self('user')).quota).toBe(before + 1_000_070)
    const history = await server.api('user').get<{ items: Topup[] }>('/api/user/topup/self')
    expect(history.items.map(({ method, status }) => [method, status]).toSorted()).toEqual([
      ['alipay', 'success'],
      ['redemption', 'success'],
    ])
    // Fails unless the money adds up.
    await server.stop()
  })
})
