import type { Log } from '../../platform/log.ts'
import type { Reading } from '../../platform/reading.ts'
import type { FromWorker, ToWorker } from '../../platform/worker-slot.ts'
import type { StoppableServer } from '../serve-until-stopped.ts'

interface WorkerProcess {
  /** The exit code; 128 + signal number if a signal ended the process. */
  exited: Promise<number>
  kill(signal: 'SIGTERM' | 'SIGINT'): void
  send(message: ToWorker): void
}

export interface WorkerHost {
  count: number
  /** `isAlone`: no other worker serves the port yet. */
  spawn(number: number, how: { isAlone: boolean; receive(message: FromWorker): void }): WorkerProcess
  /** Resolves after so many milliseconds. */
  wait(ms: number): Promise<void>
  log: Pick<Log, 'error' | 'info'>
}

const restartMsMin = 1_000
const restartMsMax = 30_000
/** After a worker was ready for this long, its next restart waits the shortest time again. */
const steadyMs = 60_000
const readWithinMs = 1_000

interface Slot {
  process: WorkerProcess | null
  isReady: boolean
}

/**
 * Starts the workers, first one alone: it migrates the database, and an invalid setting is reported once. Restarts
 * ended workers after 1 to 30 seconds, doubling the time after each failure. Rejects if the first worker does not
 * start.
 */
export async function superviseWorkers({ count, spawn, wait, log }: WorkerHost): Promise<StoppableServer> {
  const slots = new Map<number, Slot>()
  const supervisions: Promise<void>[] = []
  const readings = createReadingExchange(slots, wait)
  let isStopping = false
  let url = ''
  let lines: readonly string[] = []

  await open(1)
  await Promise.all(Array.from({ length: count - 1 }, (_, index) => open(index + 2)))
  return { url, lines, stop }

  /** Resolves when the worker is ready, or has ended and waits for its restart. */
  async function open(number: number): Promise<void> {
    const opened = Promise.withResolvers<void>()
    supervisions.push(supervise(number, opened.resolve))
    supervisions.at(-1)?.catch(opened.reject)
    await opened.promise
  }

  async function supervise(number: number, opened: () => void): Promise<void> {
    for (let pauseMs = restartMsMin; ; pauseMs = Math.min(pauseMs * 2, restartMsMax)) {
      const { code, readyForMs } = await run(number, opened)
      if (isStopping) return
      // The worker has printed the reason.
      if (url === '') throw new Error(`The first worker ended with exit code ${code} before it was ready.`)
      if (readyForMs >= steadyMs) pauseMs = restartMsMin
      opened()
      log.error({ worker: number, code, startsInMs: pauseMs }, 'a worker ended; it will be restarted')
      await wait(pauseMs)
      if (isStopping) return
    }
  }

  /** Runs the worker until it ends. */
  async function run(number: number, opened: () => void): Promise<{ code: number; readyForMs: number }> {
    let readyAt = Number.POSITIVE_INFINITY
    const slot: Slot = { process: null, isReady: false }
    slots.set(number, slot)
    const receive = (message: FromWorker) => {
      if (message.kind !== 'ready') return readings.receive(number, message)
      slot.isReady = true
      readyAt = performance.now()
      if (url === '') ({ url, lines } = message)
      log.info({ worker: number }, 'a worker is ready')
      tellServing()
      opened()
    }
    slot.process = spawn(number, { isAlone: url === '', receive })
    const code = await slot.process.exited
    slot.process = null
    slot.isReady = false
    tellServing()
    return { code, readyForMs: performance.now() - readyAt }
  }

  function tellServing(): void {
    const serving = [...slots.values()].filter(({ isReady }) => isReady)
    for (const { process: one } of serving) one?.send({ kind: 'serving', count: serving.length })
  }

  async function stop({ isHurried }: { isHurried: boolean }): Promise<void> {
    isStopping = true
    const running = [...slots.values()].flatMap(({ process: one, isReady }) => (one ? [{ one, isReady }] : []))
    for (const { one } of running) one.kill(isHurried ? 'SIGINT' : 'SIGTERM')
    const codes = await Promise.all(running.map(({ one }) => one.exited))
    // Workers that were still starting are ended by the signal, with an exit code other than 0.
    if (running.some(({ isReady }, index) => isReady && codes[index] !== 0))
      throw new Error('A worker failed to stop cleanly; see its messages above.')
  }
}

/** Passes metrics between workers: the worker that is scraped requests those of the others. */
function createReadingExchange(slots: ReadonlyMap<number, Slot>, wait: WorkerHost['wait']) {
  let lastId = 0
  const waiting = new Map<number, (readings: Reading[]) => void>()

  async function readFrom(number: number): Promise<[number, Reading[]][]> {
    const id = ++lastId
    const answer = new Promise<Reading[]>((resolve) => waiting.set(id, resolve))
    slots.get(number)?.process?.send({ kind: 'read', id })
    const readings = await Promise.race([answer, wait(readWithinMs).then(() => null)])
    waiting.delete(id)
    return readings === null ? [] : [[number, readings]]
  }

  async function collect(asking: number, id: number): Promise<void> {
    const others = [...slots].filter(([number, slot]) => number !== asking && slot.isReady)
    const answers = await Promise.all(others.map(([number]) => readFrom(number)))
    slots.get(asking)?.process?.send({ kind: 'collected', id, others: answers.flat() })
  }

  return {
    receive(from: number, message: Exclude<FromWorker, { kind: 'ready' }>) {
      if (message.kind === 'readings') waiting.get(message.id)?.(message.readings)
      else void collect(from, message.id)
    },
  }
}
