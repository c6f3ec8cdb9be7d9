import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestCertificate } from '../src/platform/outbound/test-certificate.ts'
import { accounts, password } from './accounts.ts'
import { fakeOpenAi } from './fake-openai.ts'
import { startFakeRealtime } from './fake-realtime.ts'
import { type FakeUpstream, startFakeUpstream } from './fake-upstream.ts'
import { startTestServer, type TestServer } from './test-server.ts'

// A server, its upstreams and a certificate for tests of proxies in front, and the calls that a proxy must pass on.

const realtimeModel = 'gpt-rt'

export interface ProxiedSite {
  readonly server: TestServer
  readonly ca: string
  /** Paths of the certificate of `localhost` and its key. */
  readonly certificate: { cert: string; key: string }
  /** What works through a proxy at `url`, `https://localhost:…`, with the base path if there is one. */
  call(url: string): Promise<ProxiedCalls>
  stop(): Promise<void>
}

export interface ProxiedCalls {
  /** A write of the console without the headers that only browsers at secure addresses send. */
  loginStatus: number
  /** Whether the session cookie is kept for TLS, so the proxy reports it. */
  isCookieSecure: boolean
  /** The text that had arrived before the upstream sent the rest. */
  firstText: string
  /** Whether the upstream learns that the client has hung up. */
  isHangUpSeen: boolean
  firstSocketEvent: string
}

export async function startProxiedSite(environment: Record<string, string> = {}): Promise<ProxiedSite> {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-proxy-'))
  const { ca, cert, key } = await createTestCertificate('localhost')
  const certificate = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') }
  writeFileSync(certificate.cert, cert)
  writeFileSync(certificate.key, key)
  const chat = await startFakeUpstream(fakeOpenAi())
  const realtime = startFakeRealtime()
  const proxied = { TRUSTED_PROXIES: '127.0.0.1', SETUP_TOKEN: 'a token of the set-up' }
  const server = await startTestServer('SQLite', { ...proxied, ...environment })
  await server.addChannel(chat.url)
  await server.addChannel(realtime.url, { models: realtimeModel })
  const prices = { [realtimeModel]: 1, 'gpt-4o-mini': 1 }
  await server.api('root').put('/api/option/', { key: 'ModelRatio', value: JSON.stringify(prices) })
  const apiKey = await server.makeToken('user')
  return {
    server,
    ca,
    certificate,
    call: (url) => callThrough(url, { ca, apiKey, chat }),
    async stop() {
      await server.stop()
      await chat.close()
      await realtime.close()
      rmSync(folder, { recursive: true })
    },
  }
}

async function callThrough(
  url: string,
  { ca, apiKey, chat }: { ca: string; apiKey: string; chat: FakeUpstream },
): Promise<ProxiedCalls> {
  const login = await fetch(`${url}/api/user/login`, {
    method: 'POST',
    headers: { origin: new URL(url).origin, 'content-type': 'application/json' },
    body: JSON.stringify({ username: accounts.user.username, password }),
    tls: { ca },
  })
  await login.body?.cancel()
  const gate = Promise.withResolvers<void>()
  chat.requests.length = 0
  chat.answerWith(fakeOpenAi({ parts: ['first', ' and the rest'], before: { 2: () => gate.promise } }))
  const hangUp = new AbortController()
  const stream = await fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'gpt-4o-mini', stream: true, messages: [{ role: 'user', content: 'Hello' }] }),
    signal: hangUp.signal,
    tls: { ca },
  })
  const firstText = await readUntil(stream, 'first')
  hangUp.abort()
  const seen = (chat.requests[0]?.left ?? Promise.reject(new Error(`no call arrived: ${firstText}`))).then(() => true)
  const isHangUpSeen = await Promise.race([seen, Bun.sleep(10_000).then(() => false)])
  gate.resolve()
  return {
    loginStatus: login.status,
    isCookieSecure: login.headers.getSetCookie().some((cookie) => /^session=.*; Secure/.test(cookie)),
    firstText: firstText.includes('first') && !firstText.includes('the rest') ? 'first' : firstText,
    isHangUpSeen,
    firstSocketEvent: await readFirstEvent(`${url.replace(/^http/, 'ws')}/v1/realtime?model=${realtimeModel}`, {
      ca,
      apiKey,
    }),
  }
}

async function readUntil(stream: Response, part: string): Promise<string> {
  let text = ''
  const decoder = new TextDecoder()
  for await (const bytes of stream.body ?? []) {
    text += decoder.decode(bytes, { stream: true })
    if (text.includes(part)) return text
  }
  return text
}

async function readFirstEvent(url: string, { ca, apiKey }: { ca: string; apiKey: string }): Promise<string> {
  const socket = new WebSocket(url, { headers: { authorization: `Bearer ${apiKey}` }, tls: { ca } })
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  socket.addEventListener('message', ({ data }) => resolve(String((JSON.parse(String(data)) as { type: string }).type)))
  socket.addEventListener('close', ({ code, reason }) => reject(new Error(`the socket closed: ${code} ${reason}`)))
  const type = await promise
  socket.close()
  return type
}

/** What a proxy must reach. */
export const allWorks: ProxiedCalls = {
  loginStatus: 200,
  isCookieSecure: true,
  firstText: 'first',
  isHangUpSeen: true,
  firstSocketEvent: 'session.created',
}

/** The fenced block of a page in a language. */
export async function readBlock(page: string, language: string): Promise<string> {
  const text = await Bun.file(join(import.meta.dir, '../../docs', page)).text()
  const block = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'm').exec(text)?.[1]
  if (block === undefined) throw new Error(`${page} has no block in ${language}`)
  return block
}

/** `text` with each part replaced; throws if a part is missing, because then the example has changed. */
export function replaceAllOf(text: string, parts: readonly (readonly [string, string])[]): string {
  return parts.reduce((before, [part, by]) => {
    if (!before.includes(part)) throw new Error(`the example has no "${part}"`)
    return before.replaceAll(part, by)
  }, text)
}
