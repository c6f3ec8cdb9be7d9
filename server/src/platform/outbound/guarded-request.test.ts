import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { createServer, type Server } from 'node:http'
import { createServer as createSocketServer, type Socket } from 'node:net'
import { listenLocally } from '../test-port.ts'
import { parseOutboundAllow } from './address-policy.ts'
import { createGuardedRequest, type OutboundRequest, type RequestSettings } from './guarded-request.ts'
import { readRefusalMessage } from './test-refusal.ts'

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
  port = await listenLocally(server)
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  received = []
})

const send = (path: string, more: Partial<OutboundRequest> = {}, settings: Partial<RequestSettings> = {}) =>
  createGuardedRequest({
    exceptions: parseOutboundAllow(`127.0.0.0/8:${port}`),
    bytesMax: 100,
    timeoutMs: 5_000,
    httpsOnly: false,
    ...settings,
  })({ url: `http://hooks.example:${port}${path}`, method: 'POST', ...more })
const local: Partial<RequestSettings> = { resolve: async () => ['127.0.0.1'] }

describe('what is sent', () => {
  test('method, headers and body, with the name as host', async () => {
    const headers = { 'content-type': 'application/json', authorization: 'Bearer secret' }
    const answer = await send('/hook', { headers, body: '{"a":1}' }, local)
    expect({ status: answer.status, text: Buffer.from(answer.bytes).toString() }).toEqual({
      status: 200,
      text: 'fine',
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
  ])('not the headers %p: %s', async (headers, reason) => {
    expect(await readRefusalMessage(send('/hook', { headers }, local))).toBe(reason)
    expect(received).toEqual([])
  })

  test('not a body beyond its limit', async () => {
    expect(await readRefusalMessage(send('/hook', { body: 'x'.repeat(1_048_577) }, local))).toContain('body is larger')
  })
})

describe('the destination', () => {
  test('has https where it is required, and never a password in the address', async () => {
    expect(await readRefusalMessage(send('/hook', {}, { ...local, httpsOnly: true }))).toBe('the address is not https')
    expect(await readRefusalMessage(send('', { url: 'https://a:b@hooks.example/' }, local))).toContain('password')
  })

  test('is not an internal address, whatever the name', async () => {
    const settings = { resolve: async () => ['127.0.0.1'], exceptions: [] }
    expect(await readRefusalMessage(send('/hook', {}, settings))).toBe('the port is not 80 or 443')
    expect(await readRefusalMessage(send('', { url: 'https://hooks.example/' }, settings))).toContain(
      'not a public one',
    )
    expect(received).toEqual([])
  })

  test('is not changed by redirects, which are returned as answers', async () => {
    expect((await send('/moved', { body: 'x' }, local)).status).toBe(307)
    expect(received.map(({ path }) => path)).toEqual(['/moved'])
  })

  test('is the next address when the first one refuses the connection', async () => {
    await send('/hook', { body: 'x' }, { resolve: async () => ['127.0.0.2', '127.0.0.1'] })
    expect(received).toHaveLength(1)
  })

  test('is not tried again once the request may have been received', async () => {
    const connections: Socket[] = []
    const cutting = createSocketServer((socket) => {
      connections.push(socket)
      socket.on('error', () => {})
      socket.once('data', () => socket.destroy())
    })
    const cuttingPort = await listenLocally(cutting)
    const settings = {
      exceptions: parseOutboundAllow(`127.0.0.0/8:${cuttingPort}`),
      resolve: async () => ['127.0.0.1', '127.0.0.1'],
    }
    const sent = readRefusalMessage(send('', { url: `http://hooks.example:${cuttingPort}/`, body: 'x' }, settings))
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
  ])('%s is not read: %s', async (path, reason) => {
    expect(await readRefusalMessage(send(path, {}, local))).toBe(reason)
  })

  test('a body that does not arrive ends by timeout, or by the signal', async () => {
    expect(await readRefusalMessage(send('/slow', {}, { ...local, timeoutMs: 100 }))).toBe('no answer within 100 ms')
    const caller = new AbortController()
    const sending = readRefusalMessage(send('/slow', { signal: caller.signal }, local))
    caller.abort(new Error('gone'))
    expect(await sending).toContain('gone')
  })
})
