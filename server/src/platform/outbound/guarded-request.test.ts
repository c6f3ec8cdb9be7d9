import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { createServer, type Server } from 'node:http'
import { createServer as createSocketServer, type Socket } from 'node:net'
import { parseOutboundAllow } from './address-policy.ts'
import { createGuardedRequest, type OutboundRequest, type RequestSettings } from './guarded-request.ts'
import { OutboundError } from './pinned-fetch.ts'

interface Received {
  method: string
  path: string
  headers: Record<string, unknown>
  body: string
}

let server: Server
let port: number
let received: Received[] = []

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const chunks: Uint8Array[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { method = '', url: path = '', headers } = request
    received.push({ method, path, headers, body: Buffer.concat(chunks).toString() })
    if (path === '/moved') response.writeHead(307, { location: '/elsewhere' }).end()
    else if (path === '/refused') response.writeHead(400, { 'content-type': 'application/json' }).end('{"no":1}')
    else if (path === '/large') response.end('x'.repeat(200))
    else if (path === '/gzip') response.writeHead(200, { 'content-encoding': 'gzip' }).end('x')
    else if (path === '/slow') response.writeHead(200).flushHeaders()
    else response.end('fine')
  })
  const bound = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', bound.resolve)
  await bound.promise
  port = portOf(server)
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  received = []
})

function portOf(listening: { address(): unknown }): number {
  const address = listening.address() as { port: number }
  return address.port
}

const send = (path: string, more: Partial<OutboundRequest> = {}, settings: Partial<RequestSettings> = {}) =>
  createGuardedRequest({
    exceptions: parseOutboundAllow(`127.0.0.0/8:${port}`),
    ...{ bytesMax: 100, timeoutMs: 5_000, httpsOnly: false, ...settings },
  })({ url: `http://hooks.example:${port}${path}`, method: 'POST', ...more })
const local: Partial<RequestSettings> = { resolve: async () => ['127.0.0.1'] }
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'sent',
    (error) => (error instanceof OutboundError ? error.message : `other: ${error}`),
  )

describe('what is sent', () => {
  test('method, headers and body, the name kept', async () => {
    const headers = { 'content-type': 'application/json', authorization: 'Bearer secret' }
    const answer = await send('/hook', { headers, body: '{"a":1}' }, local)
    expect({ status: answer.status, text: Buffer.from(answer.bytes).toString() }).toEqual({
      ...{ status: 200, text: 'fine' },
    })
    expect(received).toMatchObject([{ method: 'POST', path: '/hook', body: '{"a":1}' }])
    expect(received[0]?.headers).toMatchObject({
      ...headers,
      host: `hooks.example:${port}`,
      'content-length': '7',
      'accept-encoding': 'identity',
    })
  })

  test('a GET with custom headers', async () => {
    await send('/who', { method: 'GET', headers: { authorization: 'Bearer a' } }, local)
    expect(received).toMatchObject([{ method: 'GET', headers: { authorization: 'Bearer a' }, body: '' }])
  })

  test.each([
    [{ host: 'other.example' }, 'the header "host" cannot be sent'],
    [{ 'content-length': '1' }, 'the header "content-length" cannot be sent'],
    [{ 'X-Upper': '1' }, 'the header "X-Upper" cannot be sent'],
    [{ authorization: 'Bearer secret\r\nx: y' }, 'the value of authorization cannot be sent'],
  ])('not the headers %p', async (headers, reason) => {
    expect(await refusal(send('/hook', { headers }, local))).toBe(reason)
    expect(received).toEqual([])
  })

  test('not a body beyond its limit', async () => {
    expect(await refusal(send('/hook', { body: 'x'.repeat(1_048_577) }, local))).toContain('body is larger')
  })
})

describe('where it goes', () => {
  test('not over plain http where https is required, nor with a password in the address', async () => {
    expect(await refusal(send('/hook', {}, { ...local, httpsOnly: true }))).toBe('the address is not https')
    expect(await refusal(send('', { url: 'https://a:b@hooks.example/' }, local))).toContain('password')
  })

  test('not to internal addresses, whatever the name', async () => {
    const settings = { resolve: async () => ['127.0.0.1'], exceptions: [] }
    expect(await refusal(send('/hook', {}, settings))).toBe('the port is not 80 or 443')
    expect(await refusal(send('', { url: 'https://hooks.example/' }, settings))).toContain('not a public one')
    expect(received).toEqual([])
  })

  test('redirects are returned as answers', async () => {
    expect((await send('/moved', { body: 'x' }, local)).status).toBe(307)
    expect(received.map(({ path }) => path)).toEqual(['/moved'])
  })

  test('to the next address when the first one refuses the connection', async () => {
    await send('/hook', { body: 'x' }, { resolve: async () => ['127.0.0.2', '127.0.0.1'] })
    expect(received).toHaveLength(1)
  })

  test('never a second time once the request may have been received', async () => {
    const connections: Socket[] = []
    const cutting = createSocketServer((socket) => {
      connections.push(socket)
      socket.on('error', () => {})
      socket.once('data', () => socket.destroy())
    })
    const bound = Promise.withResolvers<void>()
    cutting.listen(0, '127.0.0.1', bound.resolve)
    await bound.promise
    const at = portOf(cutting)
    const settings = {
      exceptions: parseOutboundAllow(`127.0.0.0/8:${at}`),
      resolve: async () => ['127.0.0.1', '127.0.0.1'],
    }
    const sent = refusal(send('', { url: `http://hooks.example:${at}/`, body: 'x' }, settings))
    expect(await sent).toContain('could not be read')
    expect(connections).toHaveLength(1)
    cutting.close()
  })
})

describe('what is read', () => {
  test('any status, which the caller interprets', async () => {
    const answer = await send('/refused', {}, local)
    expect(answer.status).toBe(400)
    expect(answer.headers.get('content-type')).toBe('application/json')
    expect(Buffer.from(answer.bytes).toString()).toBe('{"no":1}')
  })

  test.each([
    ['/large', 'larger than 100 bytes'],
    ['/gzip', 'encoded as gzip'],
  ])('%s is not: %s', async (path, reason) => {
    expect(await refusal(send(path, {}, local))).toBe(reason)
  })

  test('a body that does not arrive ends by timeout, or by the signal', async () => {
    expect(await refusal(send('/slow', {}, { ...local, timeoutMs: 100 }))).toBe('no answer within 100 ms')
    const gone = new AbortController()
    const sending = refusal(send('/slow', { signal: gone.signal }, local))
    gone.abort(new Error('gone'))
    expect(await sending).toContain('gone')
  })
})
