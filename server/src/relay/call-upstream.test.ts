import { afterAll, beforeAll, expect, test } from 'bun:test'
import { GatewayError } from '../core/errors.ts'
import { createPinnedHosts } from '../platform/outbound/pinned-hosts.ts'
import { createTestCertificate, type TestCertificate } from '../platform/outbound/test-certificate.ts'
import { createUpstreamCaller } from './call-upstream.ts'

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
const reachability = { watch: () => null, reached: () => {} }
const callerFor = (addresses: readonly string[]) => {
  const resolve = async () => [...addresses]
  const hosts = createPinnedHosts({ clock, allowPrivate: true, resolve, ca: certificate.ca })
  return createUpstreamCaller({ CONNECT_TIMEOUT: 10 }, { reachability, hosts })
}

async function call(url: string, addresses: readonly string[]): Promise<string> {
  const request = { url, headers: {}, body: new Uint8Array(), signal: new AbortController().signal }
  try {
    return await (await callerFor(addresses)(request)).text()
  } catch (error) {
    return error instanceof GatewayError ? error.code : String(error)
  }
}

test('a call goes to the address that was checked, and names the host it is for', async () => {
  expect(await call(`http://upstream.example:${plain.port}/v1`, ['127.0.0.1'])).toBe('here')
  expect(hostsSeen.at(-1)).toBe(`upstream.example:${plain.port}`)
})

test('the certificate must be that of the host', async () => {
  expect(await call(`https://upstream.example:${secure.port}/v1`, ['127.0.0.1'])).toBe('here')
  expect(await call(`https://other.example:${secure.port}/v1`, ['127.0.0.1'])).toBe('upstream_unreachable')
  // The connection that was kept is not used for another name.
  expect(await call(`https://upstream.example:${secure.port}/v1`, ['127.0.0.1'])).toBe('here')
})

test('a forbidden address is not called', async () => {
  const before = hostsSeen.length
  const url = `http://upstream.example:${plain.port}/v1`
  expect(await call(url, ['127.0.0.1', '169.254.169.254'])).toBe('channel_misconfigured')
  expect(await call(url, [])).toBe('upstream_unreachable')
  expect(hostsSeen).toHaveLength(before)
})

test('an address that cannot be reached gives way to the next', async () => {
  expect(await call(`http://upstream.example:${plain.port}/v1`, ['127.0.0.2', '127.0.0.1'])).toBe('here')
})
