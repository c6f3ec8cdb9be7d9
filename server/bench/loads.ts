import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startCpuMeter } from './processes.ts'
import { plainModel, type Subject, streamModel } from './subjects.ts'

export interface PlainResult {
  cpuMicrosPerCall: number
  /** Of them, those of the runtime's compilers. */
  compilerMicros: number
  /** The CPU time of a call by the names of the threads. */
  microsByThread: Map<string, number>
  callsPerSecond: number
  /** Milliseconds of half of the calls, at most. */
  p50: number
}

const question = { model: plainModel, messages: [{ role: 'user', content: 'Where does the river run?' }] }

/**
 * Plain chat calls with this body: as fast as they are answered, or each connection after a random pause of `pauseMs`
 * in the mean. Throws if any fails.
 */
export async function loadPlain(
  subject: Subject,
  seconds: number,
  connections = 16,
  body = JSON.stringify(question),
  pauseMs = 0,
): Promise<PlainResult> {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-wrk-'))
  const script = join(folder, 'post.lua')
  writeFileSync(join(folder, 'body'), body)
  writeFileSync(
    script,
    `wrk.method = "POST"
wrk.body = io.open("${join(folder, 'body')}", "rb"):read("*a")
wrk.headers["Content-Type"] = "application/json"
wrk.headers["Authorization"] = "Bearer ${subject.key}"
${pauseMs > 0 ? `function delay() return math.floor(-math.log(1 - math.random()) * ${pauseMs}) end` : ''}
`,
  )
  const readCpu = startCpuMeter(subject.pid)
  const out = await runCommand([
    'wrk',
    '-t1',
    '--latency',
    `-c${connections}`,
    `-d${seconds}s`,
    '-s',
    script,
    `${subject.plainUrl}/v1/chat/completions`,
  ])
  const cpu = readCpu()
  if (/Non-2xx|Socket errors/.test(out)) throw new Error(`${subject.name} answered with errors:\n${out}`)
  const calls = Number(/(\d+) requests in/.exec(out)?.[1])
  const microsOf = (spent: number) => (spent / calls) * 1e6
  return {
    cpuMicrosPerCall: microsOf(cpu.seconds),
    compilerMicros: microsOf(cpu.compilerSeconds),
    microsByThread: new Map([...cpu.byThread].map(([name, spent]) => [name, microsOf(spent)])),
    callsPerSecond: calls / seconds,
    p50: readMs(/ 50%\s+(\S+)/.exec(out)?.[1] ?? ''),
  }
}

/** `1.23ms`, `870.00us`, `1.01s` in milliseconds. */
function readMs(text: string): number {
  const number = Number.parseFloat(text)
  if (text.endsWith('us')) return number / 1_000
  return text.endsWith('ms') ? number : number * 1_000
}

export interface StreamLoad {
  /** The OpenAI model behind the pass-through unless another is named. */
  model?: string
  streams: number
  frames: number
  gapMs: number
  /** The frames carry the moment at which they were sent. */
  isStamped?: boolean
}

export interface StreamResult {
  frames: number
  complete: number
  /** Milliseconds that half of the stamped frames took at most. */
  p50: number
  p99: number
}

/** Streams that a separate process reads. Throws if any is not complete. */
export async function loadStreams(url: string, key: string, load: StreamLoad): Promise<StreamResult> {
  const numbers = [load.streams, load.frames, load.gapMs].map(String)
  const out = await runCommand([
    process.execPath,
    join(import.meta.dir, 'stream-client.ts'),
    url,
    key,
    load.model ?? streamModel,
    ...numbers,
    ...(load.isStamped ? ['stamped'] : []),
  ])
  const result = JSON.parse(out) as StreamResult
  if (result.complete !== load.streams || result.frames !== load.streams * load.frames)
    throw new Error(`streams through ${url} were not complete: ${out}`)
  return result
}

async function runCommand(command: string[]): Promise<string> {
  const child = Bun.spawn(command, { stdio: ['ignore', 'pipe', 'inherit'] })
  const out = await child.stdout.text()
  if ((await child.exited) !== 0) throw new Error(`${command[0]} failed:\n${out}`)
  return out
}
