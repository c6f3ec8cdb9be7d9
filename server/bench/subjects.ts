import { join } from 'node:path'
import type { EngineName } from '../test/databases.ts'
import { startTestServer } from '../test/test-server.ts'
import { findFreePort, type Running, startCommand, startNginx, startScript } from './processes.ts'

/** A proxy under measurement: the same calls, the same two upstreams. */
export interface Subject {
  name: string
  /** False for nginx and the bare proxy, which are the measure. */
  isGateway: boolean
  pid: number
  /** The target of plain calls; its upstream sends the canned answer. */
  plainUrl: string
  /** The target of streams; its upstream is the paced one. */
  streamUrl: string
  key: string
}

export interface Subjects {
  list: Subject[]
  nginx: Subject
  /** The least that a proxy does in this runtime; not in `list`. */
  bare: Subject
  sluice: Subject
  /** The paced upstream itself, without a proxy. */
  directUrl: string
  /** Its process. */
  directPid: number
  stop(): Promise<void>
}

export const plainModel = 'gpt-4o-mini'
export const streamModel = 'gpt-4o'
/** Served in Anthropic's format: a call in OpenAI's is translated. */
export const translatedModel = 'claude-sonnet-4-5'
/** A translated request cannot set the length of its stream: the upstream gets it at its start. */
export const translatedLoad = { streams: 40, frames: 1_000, gapMs: 5 }
const answer = JSON.stringify({
  id: 'chatcmpl-bench',
  object: 'chat.completion',
  created: 1_700_000_000,
  model: plainModel,
  choices: [{ index: 0, message: { role: 'assistant', content: 'x'.repeat(400) }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 100, completion_tokens: 80, total_tokens: 180 },
})

export interface SubjectOptions {
  /** Of another checkout; null = none. */
  baseFolder: string | null
  /** Adds gateways on this engine. */
  engine: Exclude<EngineName, 'SQLite'> | null
  /** Processes of each gateway. Two of one revision differ by up to a fifth: their compilers choose differently. */
  instances: number
  /** Another gateway, started by a shell; null = none. */
  peer: { command: string; key: string } | null
}

/** Starts nginx and this tree's gateway, and what else `options` names. */
export async function startSubjects(options: SubjectOptions): Promise<Subjects> {
  const running: Pick<Running, 'stop'>[] = []
  const stop = async () => {
    for (const child of running.toReversed()) await child.stop()
  }
  try {
    return { ...(await startAll(options, running)), stop }
  } catch (error) {
    // A child that still runs would keep this process alive, and the failure would not be reported.
    await stop()
    throw error
  }
}

async function startAll(
  { baseFolder, engine, instances, peer }: SubjectOptions,
  running: Pick<Running, 'stop'>[],
): Promise<Omit<Subjects, 'stop'>> {
  const { plain, stream } = await startUpstreams(running)
  const nginx = await startProxy(plain.url, stream.url, running)
  const urls = { plainUrl: plain.url, streamUrl: stream.url }
  const bare = await startBareProxy(urls, running)
  const sluice = await startGateway('sluice', urls, startTestServer, running)
  const startBase = baseFolder ? await importTestServer(baseFolder) : null
  const others: Subject[] = []
  for (const [name, start] of [
    ['sluice', startTestServer],
    ['base', startBase],
  ] as const) {
    if (!start) continue
    if (name === 'base') others.push(await startGateway(name, urls, start, running))
    if (engine) others.push(await startGateway(`${name} on ${engine}`, urls, start, running, engine))
  }
  for (let instance = 1; instance < instances; instance += 1) {
    others.push(await startGateway('sluice', urls, startTestServer, running))
    if (startBase) others.push(await startGateway('base', urls, startBase, running))
  }
  if (peer) others.push(await startPeer(peer, urls, running))
  return {
    list: [nginx, sluice, ...others],
    nginx,
    bare,
    sluice,
    directUrl: stream.url,
    directPid: stream.pid,
  }
}

/** The upstreams of all subjects: one with a canned answer, one with streams at a pace. */
export async function startUpstreams(running: Pick<Running, 'stop'>[]): Promise<{ plain: Running; stream: Running }> {
  const plain = await startNginx(...(await configureCannedUpstream()))
  running.push(plain)
  const stream = await startScript(
    'paced-upstream.ts',
    await findFreePort(),
    ...[translatedLoad.frames, translatedLoad.gapMs].map(String),
  )
  running.push(stream)
  return { plain, stream }
}

async function startPeer(
  { command, key }: { command: string; key: string },
  { plainUrl, streamUrl }: { plainUrl: string; streamUrl: string },
  running: Pick<Running, 'stop'>[],
): Promise<Subject> {
  const { url, pid, stop } = await startCommand(command, await findFreePort(), {
    PLAIN_UPSTREAM: plainUrl,
    STREAM_UPSTREAM: streamUrl,
  })
  running.push({ stop })
  return { name: 'peer', isGateway: true, pid, plainUrl: url, streamUrl: url, key }
}

/** Another checkout starts its server with its own code: its database has its own migrations. */
async function importTestServer(folder: string): Promise<typeof startTestServer> {
  const module = (await import(join(folder, 'server/test/test-server.ts'))) as {
    startTestServer: typeof startTestServer
  }
  return module.startTestServer
}

async function configureCannedUpstream(): Promise<[number, string]> {
  const port = await findFreePort()
  return [
    port,
    `server { listen 127.0.0.1:${port}; location / { default_type application/json; return 200 '${answer}'; } }`,
  ]
}

async function startProxy(plainUrl: string, streamUrl: string, running: Pick<Running, 'stop'>[]): Promise<Subject> {
  const [plainPort, streamPort] = [await findFreePort(), await findFreePort()]
  const proxyTo = (port: number, url: string, name: string) => `
upstream ${name} { server ${new URL(url).host}; keepalive 256; }
server { listen 127.0.0.1:${port}; location / {
  proxy_pass http://${name}; proxy_http_version 1.1; proxy_set_header Connection "";
  ${name === 'paced' ? 'proxy_buffering off;' : ''} } }`
  const proxy = await startNginx(
    plainPort,
    proxyTo(plainPort, plainUrl, 'canned') + proxyTo(streamPort, streamUrl, 'paced'),
  )
  running.push(proxy)
  return {
    name: 'nginx',
    isGateway: false,
    pid: proxy.pid,
    key: 'sk-none',
    plainUrl: proxy.url,
    streamUrl: `http://127.0.0.1:${streamPort}`,
  }
}

async function startBareProxy(
  { plainUrl, streamUrl }: { plainUrl: string; streamUrl: string },
  running: Pick<Running, 'stop'>[],
): Promise<Subject> {
  const { url, pid, stop } = await startScript('bare-proxy.ts', await findFreePort(), plainUrl, streamUrl)
  running.push({ stop })
  return { name: 'bare proxy', isGateway: false, pid, plainUrl: url, streamUrl: `${url}/stream`, key: 'sk-none' }
}

async function startGateway(
  name: string,
  { plainUrl, streamUrl }: { plainUrl: string; streamUrl: string },
  start: typeof startTestServer,
  running: Pick<Running, 'stop'>[],
  engine: EngineName = 'SQLite',
): Promise<Subject> {
  const server = await start(engine, { MAX_INFLIGHT_PER_USER: '0', MAX_INFLIGHT: '10000' })
  running.push({
    // Without the audit of the test server, which reads each row of some hundred thousand calls. That of an older base
    // takes minutes for them.
    async stop() {
      await server.process.terminate()
      await server.database.drop()
    },
  })
  await server.addChannel(plainUrl, { models: plainModel })
  await server.addChannel(streamUrl, { models: streamModel })
  await server.addChannel(streamUrl, { type: 14, models: translatedModel })
  const key = await server.makeToken('root')
  return { name, isGateway: true, pid: server.process.pid, plainUrl: server.url, streamUrl: server.url, key }
}
