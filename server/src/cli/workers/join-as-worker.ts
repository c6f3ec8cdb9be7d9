import type { Reading } from '../../platform/reading.ts'
import type { FromWorker, ToWorker, WorkerSlot } from '../../platform/worker-slot.ts'

/** The channel to the process that started this worker. */
export interface Supervisor {
  send(message: FromWorker): void
  onMessage(receive: (message: ToWorker) => void): void
}

/** Longer than the supervisor waits for the others. */
const collectWithinMs = 2_000

/** Connects this worker to the supervisor, through which it reads the metrics of the other workers. */
export function joinAsWorker(
  { number, count, isAlone }: Pick<WorkerSlot, 'number' | 'count' | 'isAlone'>,
  supervisor: Supervisor,
): WorkerSlot {
  let readOwn: () => Reading[] = () => []
  let lastId = 0
  // This worker. The supervisor sends the number of all.
  let serving = 1
  const waiting = new Map<number, (others: [number, Reading[]][]) => void>()
  supervisor.onMessage((message) => {
    if (message.kind === 'read') supervisor.send({ kind: 'readings', id: message.id, readings: readOwn() })
    else if (message.kind === 'serving') serving = message.count
    else waiting.get(message.id)?.(message.others)
  })
  return {
    number,
    count,
    isAlone,
    get serving() {
      return serving
    },
    answerWith(read) {
      readOwn = read
    },
    async collect() {
      const id = ++lastId
      const { promise, resolve } = Promise.withResolvers<[number, Reading[]][]>()
      waiting.set(id, resolve)
      const timer = setTimeout(() => resolve([]), collectWithinMs)
      supervisor.send({ kind: 'collect', id })
      const others = await promise
      clearTimeout(timer)
      waiting.delete(id)
      return new Map([...others, [number, readOwn()] as const].sort(([one], [other]) => one - other))
    },
  }
}

/** The channel of a process that was started with one. Throws in any other process. */
export function openSupervisor(): Supervisor {
  const send = process.send?.bind(process)
  if (send === undefined) throw new Error('--worker is for processes that `sluice serve --workers` starts.')
  return {
    send(message) {
      // If the supervisor has ended, the worker stops too.
      if (process.connected) send(message)
    },
    // Only the supervisor of this program can send to this channel.
    onMessage: (receive) => void process.on('message', (message) => receive(message as ToWorker)),
  }
}
