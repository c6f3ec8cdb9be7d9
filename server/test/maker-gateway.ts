import { hang } from './answers.ts'
import { type FakeUpstream, startFakeUpstream } from './fake-upstream.ts'
import { startTestServer, type TestServer } from './test-server.ts'

/** A server with a user's key, and an upstream for each maker: no channels yet. */
export interface MakerGateway {
  server: TestServer
  openai: FakeUpstream
  anthropic: FakeUpstream
  gemini: FakeUpstream
  key: string
  /** Sets an option; a value that is no text is written as JSON. */
  set(key: string, value: unknown): Promise<unknown>
  stop(): Promise<void>
}

export async function startMakerGateway(): Promise<MakerGateway> {
  const server = await startTestServer()
  const [openai, anthropic, gemini] = await Promise.all([hang, hang, hang].map((answer) => startFakeUpstream(answer)))
  if (!openai || !anthropic || !gemini) throw new Error('an upstream is missing')
  return {
    server,
    openai,
    anthropic,
    gemini,
    key: await server.makeToken('user'),
    set: (key, value) =>
      server.api('root').put('/api/option/', { key, value: typeof value === 'string' ? value : JSON.stringify(value) }),
    async stop() {
      await Promise.all([server.stop(), openai.close(), anthropic.close(), gemini.close()])
    },
  }
}
