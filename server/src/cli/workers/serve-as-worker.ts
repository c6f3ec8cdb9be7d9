import { describeError, type Log } from '../../platform/log.ts'
import { ignoreHangups, logStrayErrors, type StoppableServer } from '../serve-until-stopped.ts'
import type { Supervisor } from './join-as-worker.ts'

/**
 * Serves as one of several workers. Returns the exit code once a signal, or the end of the supervisor, has stopped it.
 * A repeated signal has no effect: a terminal and a service manager signal workers as well as their supervisor.
 */
export async function serveAsWorker(
  start: () => Promise<StoppableServer>,
  { supervisor, log }: { supervisor: Supervisor; log: Log },
): Promise<number> {
  ignoreHangups()
  logStrayErrors(log)
  let isServing = false
  const stopAsked = Promise.withResolvers<{ isHurried: boolean }>()
  process.on('disconnect', () => {
    // It has served nothing yet, so nothing has to be completed.
    if (!isServing) process.exit(1)
    log.error('the process that started this worker has ended; the worker stops')
    stopAsked.resolve({ isHurried: true })
    isServing = false
  })
  const server = await start()
  isServing = true
  process.on('SIGTERM', () => stopAsked.resolve({ isHurried: false }))
  process.on('SIGINT', () => stopAsked.resolve({ isHurried: true }))
  supervisor.send({ kind: 'ready', url: server.url, lines: server.lines })
  const how = await stopAsked.promise
  isServing = false
  try {
    await server.stop(how)
    return 0
  } catch (error) {
    log.error({ error: describeError(error) }, 'stopping failed')
    return 1
  }
}
