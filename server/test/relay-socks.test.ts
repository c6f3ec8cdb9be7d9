import { afterEach, beforeAll, expect, test } from 'bun:test'
import { createUpstreamCaller } from '../src/platform/outbound/call-upstream.ts'
import { createPinnedHosts } from '../src/platform/outbound/pinned-hosts.ts'
import { createSocksBridge } from '../src/platform/outbound/socks-bridge.ts'
import { createTestCertificate } from '../src/platform/outbound/test-certificate.ts'
import { createReachability } from '../src/platform/reachability.ts'
import { createManualClock } from '../src/platform/test-clock.ts'
import { fakeOpenAi } from './fake-openai.ts'
import { type FakeSocks, startFakeSocks } from './fake-socks.ts'
import { startFakeUpstream } from './fake-upstream.ts'
import { forTests } from './for-tests.ts'
import { readUntil } from './read-until.ts'
import { startTestServer } from './test-server.ts'

// SOCKS5 proxies of channels, with a proxy over real TCP.

const path = '/v1/chat/completions'
const chat = { model: 'gpt-4o', messages: [{ role: 'user', content: 'Where does the river run?' }] }
const login = { user: 'sluice', password: 'p@ss:/word' }
const password = encodeURIComponent(login.password)
const upstream = forTests(() => startFakeUpstream(fakeOpenAi()))
const open = forTests(startFakeSocks)
const closed = forTests(() => startFakeSocks(login))
const server = forTests(startTestServer)
let key: string
const made: number[] = []

beforeAll(async () => {
  key = await server.makeToken('user')
})
afterEach(async () => {
  for (const id of made.splice(0)) await server.api('root').delete(`/api/channel/${id}/`)
  upstream.answerWith(fakeOpenAi())
  for (const socks of [open, closed]) socks.targets.length = 0
})

const addChannelThrough = async (proxy: string) => {
  const id = await server.addChannel(upstream.url, { setting: JSON.stringify({ proxy }) })
  made.push(id)
  return id
}
const testChannel = (id: number) => server.api('root').request('GET', `/api/channel/test/${id}?model=gpt-4o`)

test.each<[string, () => FakeSocks, () => string]>([
  ['without a login', () => open, () => `socks5://127.0.0.1:${open.port}`],
  ['with a login', () => closed, () => `socks5://${login.user}:${password}@127.0.0.1:${closed.port}`],
  ['that resolves names', () => closed, () => `socks5h://${login.user}:${password}@127.0.0.1:${closed.port}`],
])('a channel goes through a SOCKS5 proxy %s: plain, streamed and tested', async (_, socks, proxy) => {
  const id = await addChannelThrough(proxy())
  const plain = await server.relay(key, path, chat)
  expect([plain.status, await plain.text()]).toEqual([200, expect.stringContaining('river')])
  const streamed = await server.relay(key, path, { ...chat, stream: true })
  expect(await streamed.text()).toEndWith('data: [DONE]\n\n')
  expect((await testChannel(id)).body).toMatchObject({ success: true })
  expect(socks().targets.length).toBeGreaterThan(0)
})

test('a client that leaves a stream through the proxy stops the upstream', async () => {
  await addChannelThrough(`socks5://127.0.0.1:${open.port}`)
  upstream.answerWith(fakeOpenAi({ stopAfter: { frames: 3, how: 'hang' } }))
  const count = upstream.requests.length
  const gone = new AbortController()
  const response = await fetch(server.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...chat, stream: true }),
    signal: gone.signal,
  })
  await readUntil(response, ' river')
  gone.abort()
  await (await upstream.requestAt(count)).left
})

test('a wrong password is a clear error, and is never shown', async () => {
  const id = await addChannelThrough(`socks5://${login.user}:wrong-secret@127.0.0.1:${closed.port}`)
  const tested = JSON.stringify((await testChannel(id)).body)
  expect(tested).toContain('the SOCKS proxy')
  expect(tested).toContain('password')
  expect(tested).not.toContain('wrong-secret')
  const called = await server.relay(key, path, chat)
  expect(called.status).toBe(502)
  expect(await called.json()).toMatchObject({ error: { code: 'upstream_unreachable' } })
  expect(JSON.stringify(await server.logs())).not.toContain('wrong-secret')
})

test('names are resolved and checked here for socks5, and by the proxy for socks5h; certificates are the host’s', async () => {
  const certificate = await createTestCertificate('upstream.example')
  const secure = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    tls: { key: certificate.key, cert: certificate.cert },
    fetch: (request) => new Response(request.headers.get('host')),
  })
  const clock = createManualClock()
  const bridge = createSocksBridge()
  const callerFor = (address: string) => {
    const settings = { clock, allowPrivate: true, resolve: async () => [address], ca: certificate.ca }
    const hosts = createPinnedHosts(settings)
    return createUpstreamCaller({ CONNECT_TIMEOUT: 10 }, { reachability: createReachability(clock), hosts, bridge })
  }
  const ask = async (scheme: string, address = '127.0.0.1', name = 'upstream.example') => {
    const proxy = `${scheme}://127.0.0.1:${open.port}`
    const url = `https://${name}:${secure.port}/v1`
    const signal = new AbortController().signal
    try {
      return await (await callerFor(address)({ url, headers: {}, body: Buffer.from('{}'), proxy, signal })).text()
    } catch (error) {
      return (error as { code?: string }).code
    }
  }
  expect(await ask('socks5')).toBe(`upstream.example:${secure.port}`)
  expect(open.targets.at(-1)).toEqual({ kind: 'address', host: '127.0.0.1' })
  expect(await ask('socks5', '127.0.0.1', 'other.example')).toBe('upstream_unreachable')
  expect(await ask('socks5', '169.254.169.254')).toBe('channel_misconfigured')
  await ask('socks5h')
  expect(open.targets.at(-1)).toEqual({ kind: 'name', host: 'upstream.example' })
  await bridge.close()
  await secure.stop(true)
})

test('the bridge accepts only its own login', async () => {
  const bridge = createSocksBridge()
  const way = new URL(await bridge.wayTo(`socks5://127.0.0.1:${open.port}`))
  expect(way.hostname).toBe('127.0.0.1')
  const statusBy = async (proxy: URL) => (await fetch(`${upstream.url}/x`, { proxy: proxy.href })).status
  for (const change of [{ username: '', password: '' }, { password: 'guess' }, { username: 'guess' }]) {
    expect(await statusBy(Object.assign(new URL(way), change))).toBe(407)
  }
  expect(open.targets).toEqual([])
  await bridge.close()
})
