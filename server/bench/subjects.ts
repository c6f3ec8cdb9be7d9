import { startTestServer } from '../test/test-server.ts'
import { freePort, type Running, startNginx, startScript } from './processes.ts'

/** A proxy under measurement: the same calls, the same two upstreams. */
export interface Subject {
  name: string
  pid: number
  /** Where plain calls go; the canned answer stands behind it. */
  plainUrl: string
  /** Where streams go; the paced upstream stands behind it. */
  streamUrl: string
  key: string
}

export interface Subjects {
  list: Subject[]
  nginx: Subject
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
/** A translated request cannot say how long its stream is to be: the upstream is told at its start. */
export const translatedLoad = { streams: 40, frames: 1_000, gapMs: 5 }
const answer = JSON.stringify({
  ...{ id: 'chatcmpl-bench', object: 'chat.completion', created: 1_700_000_000, model: plainModel },
  choices: [{ index: 0, message: { role: 'assistant', content: 'x'.repeat(400) }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 100, completion_tokens: 80, total_tokens: 180 },
})

/** nginx and this tree's gateway, and another checkout's when `baseMain` names its entry. */
export async function startSubjects(baseMain: string | null): Promise<Subjects> {
  const running: Running[] = []
  const plain = await startNginx(...(await cannedUpstream()))
  const stream = await startScript(
    'paced-upstream.ts',
    await freePort(),
    ...[translatedLoad.frames, translatedLoad.gapMs].map(String),
  )
  running.push(plain, stream)
  const nginx = await startProxy(plain.url, stream.url, running)
  const sluice = await startGateway('sluice', plain.url, stream.url)
  const base = baseMain ? await startGateway('base', plain.url, stream.url, baseMain) : null
  return {
    list: [nginx, sluice.subject, ...(base ? [base.subject] : [])],
    nginx,
    sluice: sluice.subject,
    directUrl: stream.url,
    directPid: stream.pid,
    async stop() {
      await sluice.stop()
      await base?.stop()
      await Promise.all(running.map((one) => one.stop()))
    },
  }
}

async function cannedUpstream(): Promise<[number, string]> {
  const port = await freePort()
  return [
    port,
    `server { listen 127.0.0.1:${port}; location / { default_type application/json; return 200 '${answer}'; } }`,
  ]
}

async function startProxy(plainUrl: string, streamUrl: string, running: Running[]): Promise<Subject> {
  const [plainPort, streamPort] = [await freePort(), await freePort()]
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
    ...{ name: 'nginx', pid: proxy.pid, key: 'sk-none' },
    ...{ plainUrl: proxy.url, streamUrl: `http://127.0.0.1:${streamPort}` },
  }
}

async function startGateway(name: string, plainUrl: string, streamUrl: string, main?: string) {
  const server = await startTestServer(
    'SQLite',
    { MAX_INFLIGHT_PER_USER: '0', MAX_INFLIGHT: '10000' },
    { main },
  )
  await server.addChannel(plainUrl, { models: plainModel })
  await server.addChannel(streamUrl, { models: streamModel })
  await server.addChannel(streamUrl, { type: 14, models: translatedModel })
  const key = await server.makeToken('root')
  const subject = { name, pid: server.process.pid, plainUrl: server.url, streamUrl: server.url, key }
  return { subject, stop: () => server.stop() }
}
