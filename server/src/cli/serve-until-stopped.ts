import { isatty } from 'node:tty'
import { describeError, type Log } from '../platform/log.ts'

export interface StoppableServer {
  url: string
  /** Printed at the start. */
  lines: readonly string[]
  stop(how: { isHurried: boolean }): Promise<void>
}

/** A server without a terminal outlives the shell that started it: after `nohup`, or in a service manager. */
const stopSignals: readonly NodeJS.Signals[] = [0, 1, 2].some(isatty)
  ? ['SIGTERM', 'SIGINT', 'SIGHUP']
  : ['SIGTERM', 'SIGINT']

/** Starts the server and returns the exit code once a signal has stopped it. A second signal stops it at once. */
export async function serveUntilStopped(start: () => Promise<StoppableServer>, log: Log): Promise<number> {
  ignoreHangups()
  logStrayErrors(log)
  const server = await start()
  // Registered before the address of the server is printed.
  const signal = nextSignal()
  process.stdout.write(`${[...server.lines, `sluice is ready: ${server.url}`].join('\n')}\n`)
  // At a terminal there is no load balancer to wait for.
  const isHurried = (await signal) !== 'SIGTERM'
  process.stdout.write('sluice is stopping; repeat the signal to stop at once\n')
  const isForced = nextSignal().then(() => true)
  const isDone = server.stop({ isHurried }).then(
    () => false,
    (error) => {
      log.error({ error: describeError(error) }, 'stopping failed')
      return true
    },
  )
  return (await Promise.race([isForced, isDone])) ? 1 : 0
}

/** Without a handler the signal would end the process. */
export function ignoreHangups(): void {
  process.on('SIGHUP', () => {})
}

/** Logs unhandled errors instead of ending the process: each belongs to one call, and the others continue. */
export function logStrayErrors(log: Log): void {
  process.on('unhandledRejection', (reason) =>
    log.error({ error: describeError(reason) }, 'unhandled promise rejection'),
  )
  process.on('uncaughtException', (error) => log.error({ error: describeError(error) }, 'uncaught exception'))
}

function nextSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    const take = (signal: NodeJS.Signals) => {
      for (const one of stopSignals) process.off(one, take)
      resolve(signal)
    }
    for (const one of stopSignals) process.on(one, take)
  })
}
