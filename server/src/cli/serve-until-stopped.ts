import { describeError, type Log } from '../platform/log.ts'

export interface StoppableServer {
  url: string
  stop(how: { isHurried: boolean }): Promise<void>
}

/** Starts the server and answers the exit code once a signal has stopped it. A second signal does not wait. */
export async function serveUntilStopped(start: () => Promise<StoppableServer>, log: Log): Promise<number> {
  // A stray failure belongs to one call; the others go on.
  process.on('unhandledRejection', (reason) =>
    log.error({ error: describeError(reason) }, 'a promise failed and nobody was waiting for it'),
  )
  process.on('uncaughtException', (error) =>
    log.error({ error: describeError(error) }, 'an error reached nobody'),
  )
  const server = await start()
  // Heard from the moment that somebody can know of the server.
  const signal = nextSignal()
  process.stdout.write(`sluice is ready: ${server.url}\n`)
  // A person at the terminal does not wait for a load balancer.
  const isHurried = (await signal) === 'SIGINT'
  process.stdout.write('sluice is stopping; once more to stop at once\n')
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

function nextSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    const take = (signal: NodeJS.Signals) => {
      process.off('SIGTERM', take)
      process.off('SIGINT', take)
      resolve(signal)
    }
    process.on('SIGTERM', take)
    process.on('SIGINT', take)
  })
}
