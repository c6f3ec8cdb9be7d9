import { mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface Running {
  url: string
  /** The measured process; its children count as well. */
  pid: number
  stop(): Promise<void>
}

const ticksPerSecond = Number(Bun.spawnSync(['getconf', 'CLK_TCK']).stdout.toString())

/** CPU seconds that a process, all its threads and its children, also ended ones, have used. */
export function readCpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  const own = fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / ticksPerSecond
  return listChildren(pid).reduce((sum, child) => sum + readCpuSeconds(child), own)
}

/** CPU seconds of a process by the names of its threads, the first one's being `main`; children are left out. */
export function readCpuSecondsByThread(pid: number): Map<string, number> {
  const seconds = new Map<string, number>()
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const own = `/proc/${pid}/task/${thread}`
    try {
      const name = Number(thread) === pid ? 'main' : readFileSync(`${own}/comm`, 'utf8').trim()
      const nanoseconds = Number(readFileSync(`${own}/schedstat`, 'utf8').split(' ')[0])
      seconds.set(name, (seconds.get(name) ?? 0) + nanoseconds / 1e9)
    } catch {
      // The thread has ended since the folder was read: threads that compile are short-lived.
    }
  }
  return seconds
}

/** CPU time of a process since a moment. */
export interface CpuUse {
  /** With its children. */
  seconds: number
  /** Of them, those of the runtime's compilers. */
  compilerSeconds: number
  byThread: Map<string, number>
}

/** Returns what reports the CPU time from now on. */
export function startCpuMeter(pid: number): () => CpuUse {
  const before = { seconds: readCpuSeconds(pid), byThread: readCpuSecondsByThread(pid) }
  return () => {
    const seconds = readCpuSeconds(pid) - before.seconds
    const byThread = new Map(
      // The sum of threads of one name becomes smaller when one ends.
      [...readCpuSecondsByThread(pid)].map(([name, all]) => [
        name,
        Math.max(0, all - (before.byThread.get(name) ?? 0)),
      ]),
    )
    const compilers = [...byThread].filter(([name]) => /JIT|WarmUp/.test(name))
    return { seconds, compilerSeconds: compilers.reduce((sum, [, own]) => sum + own, 0), byThread }
  }
}

/** Resident memory in megabytes. */
export function readMemoryMb(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
}

/** Open connections and listeners of a process. */
export function countSockets(pid: number): number {
  const folder = `/proc/${pid}/fd`
  return readdirSync(folder).filter((name) => isSocket(join(folder, name))).length
}

function isSocket(path: string): boolean {
  try {
    return readlinkSync(path).startsWith('socket:')
  } catch {
    return false // Closed meanwhile.
  }
}

function listChildren(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((thread) => {
    try {
      return readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
    } catch {
      // The thread has ended since the folder was read.
      return []
    }
  })
}

function listDescendants(pid: number): number[] {
  try {
    return listChildren(pid).flatMap((child) => [child, ...listDescendants(child)])
  } catch {
    return [] // It has ended.
  }
}

const endsWithinMs = 10_000

/** Ends all that this process has started, also what its children have: with SIGTERM, and by force after 10 seconds. */
export async function endDescendants(): Promise<void> {
  const started = listDescendants(process.pid)
  const giveUpAt = Date.now() + endsWithinMs
  let rest = started.filter((pid) => sendSignal(pid, 'SIGTERM'))
  while (rest.length > 0 && Date.now() < giveUpAt) {
    await Bun.sleep(50)
    rest = rest.filter((pid) => sendSignal(pid, 0))
  }
  for (const pid of rest) sendSignal(pid, 'SIGKILL')
}

/** False if the process has ended. */
function sendSignal(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal)
  } catch {
    return false
  }
}

/** Debian installs it outside the PATH of ordinary users. */
const findNginx = (): string | null => Bun.which('nginx') ?? Bun.which('nginx', { PATH: '/usr/sbin:/usr/local/sbin' })

/** An nginx with one worker. `servers` is the content of its http block. */
export async function startNginx(port: number, servers: string): Promise<Running> {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-nginx-'))
  mkdirSync(join(folder, 'temp'))
  const temp = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (module) => `${module}_temp_path ${folder}/temp;`,
  )
  const config = `
${process.getuid?.() === 0 ? 'user root;' : ''}
worker_processes 1; daemon off; pid ${folder}/pid; error_log ${folder}/error.log;
events { worker_connections 8192; }
http { access_log off; keepalive_requests 100000000; client_max_body_size 0; client_body_buffer_size 16m; ${temp.join(' ')}
${servers}
}`
  writeFileSync(join(folder, 'nginx.conf'), config)
  const child = Bun.spawn([findNginx() ?? 'nginx', '-p', folder, '-c', join(folder, 'nginx.conf')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await waitUntilListening(port)
  return { url: `http://127.0.0.1:${port}`, pid: child.pid, stop: () => end(child) }
}

/** Starts a script of this folder in a separate process, and waits until it listens on `port`. */
export async function startScript(script: string, port: number, ...more: string[]): Promise<Running> {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, script), String(port), ...more], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await waitUntilListening(port)
  return { url: `http://127.0.0.1:${port}`, pid: child.pid, stop: () => end(child) }
}

/** Starts a shell's command with PORT and `more` in its environment, and waits a minute until it listens there. */
export async function startCommand(command: string, port: number, more: Record<string, string>): Promise<Running> {
  const child = Bun.spawn(['sh', '-c', `exec ${command}`], {
    env: { ...process.env, ...more, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  try {
    await waitUntilListening(port, 60_000)
  } catch (error) {
    await end(child)
    throw error
  }
  return { url: `http://127.0.0.1:${port}`, pid: child.pid, stop: () => end(child) }
}

async function end(child: Bun.Subprocess): Promise<void> {
  child.kill('SIGTERM')
  await child.exited
}

async function waitUntilListening(port: number, withinMs = 10_000): Promise<void> {
  const giveUpAt = Date.now() + withinMs
  for (;;) {
    try {
      const socket = await Bun.connect({ hostname: '127.0.0.1', port, socket: { data() {} } })
      socket.end()
      return
    } catch (error) {
      if (Date.now() > giveUpAt) throw error
      await Bun.sleep(20)
    }
  }
}

export function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port')),
      )
    })
  })
}
