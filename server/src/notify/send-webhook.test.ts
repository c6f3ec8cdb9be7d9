import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { createHmac } from 'node:crypto'
import { OutboundError } from '../platform/outbound/pinned-fetch.ts'
import { createTestCertificate, type TestCertificate } from '../platform/outbound/test-certificate.ts'
import type { Notice } from './notice.ts'
import { createWebhookRequests, sendWebhook, type Worker } from './send-webhook.ts'
import { startTestWebhookServer, type TestWebhookServer } from './test-webhook-server.ts'

const notice: Notice = {
  type: 'test',
  title: 'T “é”',
  content: 'a {{value}} b {{value}}',
  values: ['1', '中'],
}
const at = 1_700_000_000_999

describe.skipIf(Bun.which('openssl') === null)('a webhook', () => {
  let certificate: TestCertificate
  let server: TestWebhookServer
  beforeAll(async () => {
    certificate = await createTestCertificate('hooks.example')
    server = await startTestWebhookServer(certificate)
  })
  afterAll(() => server.close())
  beforeEach(() => {
    server.received.length = 0
    server.statuses.length = 0
  })

  const createRequests = (allow = `127.0.0.1:${server.port}`) =>
    createWebhookRequests(allow, { resolve: async () => ['127.0.0.1'], ca: certificate.ca })
  const url = () => `https://hooks.example:${server.port}/in?a=b`
  const send = (more: { url?: string; secret?: string; worker?: Worker; allow?: string } = {}) => {
    const target = { url: more.url ?? url(), secret: more.secret ?? '' }
    return sendWebhook(createRequests(more.allow), { target, worker: more.worker ?? null, at }, notice)
  }
  const readOutcome = (sending: Promise<void>) =>
    sending.then(
      () => 'sent',
      (error) => (error instanceof OutboundError ? error.message : `other: ${error}`),
    )

  test('receives the notice with its values, signed and with the bearer token', async () => {
    await send({ secret: 'a secret' })
    const [call] = server.received
    expect(JSON.parse(call?.body ?? '')).toEqual({ ...notice, timestamp: 1_700_000_000 })
    expect(call?.path).toBe('/in?a=b')
    expect(call?.headers).toMatchObject({
      'content-type': 'application/json',
      authorization: 'Bearer a secret',
      'x-webhook-signature': createHmac('sha256', 'a secret')
        .update(call?.body ?? '')
        .digest('hex'),
    })
  })

  test('is neither signed nor authorized without a secret', async () => {
    await send()
    expect(Object.keys(server.received[0]?.headers ?? {})).not.toContain('authorization')
    expect(Object.keys(server.received[0]?.headers ?? {})).not.toContain('x-webhook-signature')
  })

  test('is only signed if the secret cannot be sent in a header', async () => {
    await send({ secret: '密钥\r\nX-Other: b' })
    const { headers } = server.received[0] ?? { headers: {} }
    expect(headers).toMatchObject({ 'x-webhook-signature': expect.stringMatching(/^[0-9a-f]{64}$/) })
    expect(Object.keys(headers)).not.toContain('authorization')
    expect(Object.keys(headers)).not.toContain('x-other')
  })

  test('is called through the worker if there is one, with the same body and signature', async () => {
    const worker = { url: `https://hooks.example:${server.port}/work/`, key: 'worker key' }
    await send({ url: 'https://elsewhere.example/in', secret: 's', worker })
    const [call] = server.received
    expect(call?.path).toBe('/work/')
    expect(call?.headers.authorization).toBeUndefined()
    const { headers, body, ...target } = JSON.parse(call?.body ?? '')
    expect(target).toEqual({ url: 'https://elsewhere.example/in', key: 'worker key', method: 'POST' })
    expect(body).toEqual({ ...notice, timestamp: 1_700_000_000 })
    expect(headers).toEqual({
      'content-type': 'application/json',
      authorization: 'Bearer s',
      'x-webhook-signature': createHmac('sha256', 's').update(JSON.stringify(body)).digest('hex'),
    })
    for (const [url, reason] of [
      ['http://elsewhere.example/', 'not https'],
      ['https://10.0.0.1/', 'private'],
      ['https://localhost/', 'private'],
      ['https://a:b@elsewhere.example/', 'password'],
    ] as const)
      expect(await readOutcome(send({ url, worker }))).toContain(reason)
    expect(server.received).toHaveLength(1)
    for (const internal of [
      'https://127.0.0.1/in',
      'https://[::1]/in',
      'https://169.254.169.254/',
      'https://nas.local/',
    ])
      expect(await readOutcome(send({ url: internal, worker }))).toMatch(/private|metadata/)
    expect(server.received).toHaveLength(1)
  })

  test('is called only at permitted addresses, over https', async () => {
    expect(await readOutcome(send({ url: url().replace('https', 'http') }))).toBe('the address is not https')
    expect(await readOutcome(send({ allow: '' }))).toBe('the port is not 80 or 443')
    expect(await readOutcome(send({ allow: '', url: 'https://hooks.example/' }))).toContain('not a public one')
    expect(server.received).toEqual([])
  })

  test.each([301, 400, 503])('reports the status %i as a failure', async (status) => {
    server.statuses.push(status)
    expect(await readOutcome(send())).toBe(`answered with status ${status}`)
  })
})
