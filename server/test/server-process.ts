import { join } from 'node:path'
import { keptMemory } from '../src/platform/kept-memory.ts'

/** A running server of this checkout, started as an operator starts it. */
export interface ServerProcess {
  /** Base URL without a trailing slash. */
  url: string
  pid: number
  /** Its output so far, both streams. */
  output(): string
  /** Its exit code, once it has ended. */
  exited: Promise<number>
  /** Stops it gracefully. Resolves with the exit code. */
  terminate(): Promise<number>
  /** Kills it at once, like a power failure. */
  kill(): Promise<void>
}

const ownCheckout = join(import.meta.dir, '../..')
/** The executable of this checkout that a large run builds once, because it starts with less CPU than the sources. */
const built = process.env.TEST_EXECUTABLE

/** The command that runs this version, or that of another checkout from its sources. */
const programOf = (checkout?: string): string[] =>
  built && checkout === undefined ? [built] : [process.execPath, join(checkout ?? ownCheckout, 'server/src/main.ts')]

const startWithinByDefaultMs = 60_000

export interface StartOptions {
  /** Starts it with `--workers`. */
  workers?: number
  /** For servers that start while many others run. */
  startWithinMs?: number
  /** The checkout of another version. */
  checkout?: string
  /** Its limit on open files; absent = that of this process. */
  openFilesMax?: number
  /** The executable to start instead of this checkout, in an empty folder. */
  executable?: { path: string; folder: string }
}

/** Starts `sluice serve` on a free loopback port and waits until it reports its address. Throws with its output. */
export async function startServerProcess(
  environment: Record<string, string>,
  options: StartOptions = {},
): Promise<ServerProcess> {
  const { workers, openFilesMax, executable, checkout } = options
  const program = executable ? [executable.path] : programOf(checkout)
  const command = [...program, 'serve', ...(workers === undefined ? [] : ['--workers', String(workers)])]
  const limited = ['sh', '-c', `ulimit -n ${openFilesMax} && exec "$@"`, 'sh', ...command]
  const child = Bun.spawn(openFilesMax === undefined ? command : limited, {
    ...(executable && { cwd: executable.folder }),
    env: { ...inherited(), HOST: '127.0.0.1', PORT: '0', SHUTDOWN_DELAY: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const found = Promise.withResolvers<string>()
  const collect = async (stream: ReadableStream<Uint8Array>) => {
    const decoder = new TextDecoder()
    for await (const bytes of stream) {
      output += decoder.decode(bytes, { stream: true })
      const url = /http:\/\/127\.0\.0\.1:\d+(?=\D)/.exec(output)
      if (url) found.resolve(url[0])
    }
  }
  void collect(child.stdout)
  void collect(child.stderr)
  const timer = setTimeout(
    () => found.reject(new Error(`the server did not start:\n${output}`)),
    // Workers start after the first one.
    options.startWithinMs ?? startWithinByDefaultMs * (workers === undefined ? 1 : 2),
  )
  void child.exited.then((code) => found.reject(new Error(`the server ended with ${code}:\n${output}`)))
  const url = await found.promise.finally(() => clearTimeout(timer))
  return {
    url,
    pid: child.pid,
    exited: child.exited,
    output: () => output,
    terminate() {
      child.kill('SIGTERM')
      return child.exited
    },
    async kill() {
      child.kill('SIGKILL')
      await child.exited
    },
  }
}

/** Runs another command of the product to its end. */
export async function runCommand(
  words: readonly string[],
  environment: Record<string, string>,
): Promise<{ code: number; output: string }> {
  const child = Bun.spawn([...programOf(), ...words], {
    env: { ...inherited(), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited])
  return { code, output: out + err }
}

/** The variables that the server inherits: other settings of the machine must not reach it. */
function inherited(): Record<string, string> {
  // Without the last variable the server restarts itself once to set it.
  const names = ['PATH', 'HOME', 'TMPDIR', 'TZ', 'LANG', 'BUN_CONFIG_MAX_HTTP_REQUESTS', ...Object.keys(keptMemory)]
  return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])))
}
