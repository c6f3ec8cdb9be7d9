import { password, rootName } from '../accounts.ts'
import { answerJson } from '../answers.ts'
import { startFakeUpstream } from '../fake-upstream.ts'
import { setRatios } from '../ratios.ts'
import { startTestServer, type TestServer } from '../test-server.ts'
import { type ReadRow, withDetail } from '../usage-rows.ts'
import { type FaultyKey, type Gateway, modelOf, overloadedModel, type UpstreamKind, upstreamKinds } from './program.ts'
import { type Script, type ScriptedUpstream, startScriptedUpstream } from './scripted-upstream.ts'
import { turnUsage } from './speak/turn.ts'

const typeOf: Record<UpstreamKind, number> = { OpenAI: 1, Anthropic: 14, Gemini: 24 }
/** Small models that agents use besides the configured one. */
const smallModels: Record<UpstreamKind, string[]> = {
  OpenAI: ['gpt-5-mini', 'text-embedding-3-small'],
  Anthropic: ['claude-haiku-4-5'],
  Gemini: ['gemini-2.5-flash', 'gemini-2.5-flash-lite', 'gemini-embedding-001'],
}

/** Input at 1 a token, cached input at half, output at 2. */
export const turnCharge = turnUsage.input - turnUsage.cached + turnUsage.cached / 2 + turnUsage.output * 2

/** As Anthropic answers. */
const overload = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }

export interface ClientGateway {
  server: TestServer
  /** Answers of the upstreams, by the name of a task in the prompt. */
  scripts: Map<string, Script>
  upstreams: Record<UpstreamKind, ScriptedUpstream>
  /** With a separate key for each program. */
  gatewayFor(program: string): Gateway
  faultyKeys: Record<FaultyKey, string>
  /** The super administrator, for programs that manage the gateway. */
  manager: { accessToken: string; userId: number; username: string; password: string }
  /** The charged calls of that program, newest first. */
  readCharges(program: string): Promise<ReadRow[]>
  stop(): Promise<void>
}

/** The gateway with one channel of each kind, each with a scripted upstream, and a key for each program. */
export async function startClientGateway(programs: readonly string[]): Promise<ClientGateway> {
  const server = await startTestServer('SQLite', { RELAY_REQUEST_BODY_LIMIT_MB: '64' })
  const scripts = new Map<string, Script>()
  const [OpenAI, Anthropic, Gemini] = await Promise.all(upstreamKinds.map(() => startScriptedUpstream(scripts)))
  if (!OpenAI || !Anthropic || !Gemini) throw new Error('an upstream is missing')
  const upstreams = { OpenAI, Anthropic, Gemini }
  for (const kind of upstreamKinds) {
    const models = [modelOf[kind], ...smallModels[kind]].join(',')
    await server.addChannel(upstreams[kind].url, { type: typeOf[kind], name: kind, models })
  }
  const busy = await startFakeUpstream(answerJson(overload, { status: 529 }))
  await server.addChannel(busy.url, { type: typeOf.Anthropic, name: 'busy', models: overloadedModel })
  const models = [overloadedModel, ...Object.values(modelOf), ...Object.values(smallModels).flat()]
  await setRatios(server, models, { ModelRatio: 1, CompletionRatio: 2, CacheRatio: 0.5, CreateCacheRatio: 1 })
  // All at once: a new login may create keys for only a few minutes.
  const keys = new Map<string, string>()
  for (const name of programs) keys.set(name, await server.makeToken('user', { name }))
  const faultyKeys = {
    wrong: `sk-${'w'.repeat(48)}`,
    poor: await server.makeToken('admin', { name: 'poor' }),
    limited: await server.makeToken('user', { name: 'limited', unlimited_quota: false, remain_quota: 10 }),
  }
  const root = server.api('root')
  const accessToken = await root.post<string>('/api/user/token')
  const manager = { accessToken, userId: root.user.id, username: rootName, password }
  return {
    server,
    scripts,
    upstreams,
    faultyKeys,
    manager,
    gatewayFor(program) {
      const key = keys.get(program)
      if (key === undefined) throw new Error(`no key for ${program}`)
      return { url: server.url, key }
    },
    readCharges: async (program) =>
      (await server.logs(`type=2&token_name=${encodeURIComponent(program)}`)).map(withDetail),
    async stop() {
      await server.stop()
      await Promise.all([busy, ...upstreamKinds.map((kind) => upstreams[kind])].map((upstream) => upstream.close()))
    },
  }
}
