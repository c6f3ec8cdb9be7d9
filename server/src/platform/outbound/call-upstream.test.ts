import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createServer, type Socket } from 'node:net'
import { GatewayError } from '../../core/errors.ts'
import { createReachability } from '../reachability.ts'
import { createManualClock } from '../test-clock.ts'
import { listenLocally } from '../test-port.ts'
import { createUpstreamCaller } from './call-upstream.ts'
import { createPinnedHosts } from './pinned-hosts.ts'
import { createTestCertificate, type TestCertificate } from './test-certificate.ts'

let certificate: TestCertificate
let plain: Bun.Server<undefined>
let secure: Bun.Server<undefined>
const hostsSeen: (string | null)[] = []

beforeAll(async () => {
  certificate = await createTestCertificate('upstream.example')
  const listen = (tls?: Bun.TLSOptions) =>
    Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      ...(tls && { tls }),
      fetch(request) {
        hostsSeen.push(request.headers.get('host'))
        return new Response('here')
      },
    })
  plain = listen()
  secure = listen({ key: certificate.key, cert: certificate.cert })
})
afterAll(() => Promise.all([plain.stop(true), secure.stop(true)]))

const clock = { monotonic: () => 0 }
const reachability = { watch: () => null, reached: () => {}, mayBeKept: () => false }
const createCaller = (addresses: readonly string[]) => {
  const resolve = async () => [...addresses]
  const hosts = createPinnedHosts({ clock, allowPrivate: true, resolve, ca: certificate.ca })
  return createUpstreamCaller({ CONNECT_TIMEOUT: 10 }, { reachability, hosts })
}

/** The text of the answer, or the code of the error. */
async function readAnswer(
  callUpstream: ReturnType<typeof createUpstreamCaller>,
  url: string,
  body: Uint8Array,
  isSentOnce = false,
) {
  try {
    const { signal } = new AbortController()
    return await (await callUpstream({ url, headers: {}, body, signal, isSentOnce })).text()
  } catch (error) {
    return error instanceof GatewayError ? error.code : String(error)
  }
}

const call = (url: string, addresses: readonly string[]): Promise<string> =>
  readAnswer(createCaller(addresses), url, new Uint8Array())

test('a call connects to the checked address and names its host', async () => {
  expect(await call(`http://upstream.example:${plain.port}/v1`, ['127.0.0.1'])).toBe('here')
  expect(hostsSeen.at(-1)).toBe(`upstream.example:${plain.port}`)
})

test('the certificate must match the host', async () => {
  expect(await call(`https://upstream.example:${secure.port}/v1`, ['127.0.0.1'])).toBe('here')
  expect(await call(`https://other.example:${secure.port}/v1`, ['127.0.0.1'])).toBe('upstream_unreachable')
  // A kept connection is not reused for another name.
  expect(await call(`https://upstream.example:${secure.port}/v1`, ['127.0.0.1'])).toBe('here')
})

test('a forbidden address is not called', async () => {
  const before = hostsSeen.length
  const url = `http://upstream.example:${plain.port}/v1`
  expect(await call(url, ['127.0.0.1', '169.254.169.254'])).toBe('channel_misconfigured')
  expect(await call(url, [])).toBe('upstream_unreachable')
  expect(hostsSeen).toHaveLength(before)
})

test('if an address is unreachable, the next one is used', async () => {
  expect(await call(`http://upstream.example:${plain.port}/v1`, ['127.0.0.2', '127.0.0.1'])).toBe('here')
})

/** A host that answers the first request of each connection and runs `onSecond` at the second. */
async function startKeepingHost(onSecond: (socket: Socket) => void) {
  const seen: string[] = []
  let connections = 0
  const server = createServer((socket) => {
    let name = ''
    let requests = 0
    socket.on('error', () => {})
    socket.on('data', () => {
      // The probe also connects, but sends no request.
      name ||= `connection ${++connections}`
      seen.push(name)
      if (++requests > 1) onSecond(socket)
      else socket.write('HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\nhere')
    })
  })
  const port = await listenLocally(server)
  const hosts = createPinnedHosts({ clock, allowPrivate: true })
  const known = createReachability(createManualClock())
  const callUpstream = createUpstreamCaller({ CONNECT_TIMEOUT: 10 }, { reachability: known, hosts })
  const callHost = (isSentOnce = false) =>
    readAnswer(callUpstream, `http://127.0.0.1:${port}/v1`, Buffer.from('{}'), isSentOnce)
  return { callHost, seen, close: () => server.close() }
}

test.each<[string, (socket: Socket) => void]>([
  ['closes', (socket) => socket.destroySoon()],
  ['resets', (socket) => socket.resetAndDestroy()],
])('a host that %s a kept connection when it is reused gets the request again on a new connection', async (_, end) => {
  const { callHost, seen, close } = await startKeepingHost(end)
  expect([await callHost(), await callHost()]).toEqual(['here', 'here'])
  expect(seen).toEqual(['connection 1', 'connection 1', 'connection 2'])
  close()
})

test('a request that must be sent once gets a connection of its own', async () => {
  const { callHost, seen, close } = await startKeepingHost((socket) => socket.resetAndDestroy())
  expect([await callHost(), await callHost(true)]).toEqual(['here', 'here'])
  expect(seen).toEqual(['connection 1', 'connection 2'])
  close()
})

test('a request is not sent again after a new connection broke: it may have been processed', async () => {
  let requests = 0
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.on('data', () => {
      requests++
      socket.destroySoon()
    })
  })
  const port = await listenLocally(server)
  expect(await call(`http://127.0.0.1:${port}/v1`, [])).toBe('upstream_unreachable')
  expect(requests).toBe(1)
  server.close()
})
