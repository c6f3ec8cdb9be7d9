import type { ChannelWrite } from '@sluice/contract/channel-write'
import type OpenAI from 'openai'
import type { EngineName } from './databases.ts'
import { fakeOpenAi } from './fake-openai.ts'
import { type FakeUpstream, startFakeUpstream } from './fake-upstream.ts'
import { startTestServer, type TestRole, type TestServer } from './test-server.ts'

/** A server with a channel to a fake OpenAI API, and an API token. */
export interface TestGateway {
  server: TestServer
  upstream: FakeUpstream
  /** Of the channel; null = it was started without one. */
  channelId: number | null
  key: string
  /** A raw call with the key. */
  relay(path: string, body: unknown, init?: RequestInit): Promise<Response>
  /** The official client with the key. */
  openai(): OpenAI
  /** The upstream answers as OpenAI again, and has no requests. */
  reset(): void
  stop(): Promise<void>
}

export interface GatewayOptions {
  engine?: EngineName
  environment?: Record<string, string>
  /** Its settings, or null for none. */
  channel?: Partial<ChannelWrite> | null
  /** The owner of the token; absent = the user. */
  role?: TestRole
}

export async function startTestGateway(options: GatewayOptions = {}): Promise<TestGateway> {
  const upstream = await startFakeUpstream(fakeOpenAi())
  const server = await startTestServer(options.engine, options.environment)
  const channelId = options.channel === null ? null : await server.addChannel(upstream.url, options.channel)
  const key = await server.makeToken(options.role ?? 'user')
  return {
    server,
    upstream,
    channelId,
    key,
    relay: (path, body, init) => server.relay(key, path, body, init),
    openai: () => server.openai(key),
    reset: () => restore(upstream),
    async stop() {
      await server.stop()
      await upstream.close()
    },
  }
}

/** A server with two fake OpenAI APIs, and an API token of the user. */
export interface PairGateway {
  server: TestServer
  first: FakeUpstream
  second: FakeUpstream
  /** Of the channels to both; the first has the higher priority. */
  ids: [number, number]
  key: string
  relay(path: string, body: unknown, init?: RequestInit): Promise<Response>
  /** As `TestGateway`; the channels are new ones, as a channel is skipped for a while after failures. */
  reset(): Promise<void>
  stop(): Promise<void>
}

export async function startPairGateway(): Promise<PairGateway> {
  const [first, second] = [await startFakeUpstream(fakeOpenAi()), await startFakeUpstream(fakeOpenAi())]
  const server = await startTestServer()
  const key = await server.makeToken('user')
  const addChannels = async (): Promise<[number, number]> => [
    await server.addChannel(first.url, { priority: 10, auto_ban: 0 }),
    await server.addChannel(second.url, { priority: 0, auto_ban: 0 }),
  ]
  const ids = await addChannels()
  return {
    server,
    first,
    second,
    ids,
    key,
    relay: (path, body, init) => server.relay(key, path, body, init),
    async reset() {
      for (const id of ids) await server.api('root').delete(`/api/channel/${id}/`)
      for (const upstream of [first, second]) restore(upstream)
      ids.splice(0, 2, ...(await addChannels()))
    },
    async stop() {
      await server.stop()
      await Promise.all([first.close(), second.close()])
    },
  }
}

function restore(upstream: FakeUpstream): void {
  upstream.answerWith(fakeOpenAi())
  upstream.requests.length = 0
}
