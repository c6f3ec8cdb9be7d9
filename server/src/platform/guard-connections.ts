import type { AcceptedConnection, AcceptedConnections } from './accepted-connections.ts'
import type { BusyPorts } from './busy-ports.ts'
import type { Log } from './log.ts'
import { countReservedDescriptors } from './open-files.ts'

interface Guarded {
  connections: AcceptedConnections
  busyPorts: BusyPorts
  openFilesMax: number
  /** Descriptors in use, at least. */
  countOpenFiles(): number
  log: Log
}

const quietMs = 250
const nearMs = 20
const warnEveryMs = 60_000

/**
 * Keeps descriptors free: without one the runtime accepts nothing, loops, and ends the process at the next thread or
 * file it needs. Near the limit, connections without a running call are closed, first those of the addresses with the
 * most connections. Returns a function that stops the watch.
 */
export function guardConnections(guarded: Guarded): () => void {
  const { openFilesMax, countOpenFiles, log } = guarded
  let warnedAt = Number.NEGATIVE_INFINITY
  let timer: ReturnType<typeof setTimeout>
  const check = () => {
    const closed = closeIdle(guarded)
    if (closed > 0 && performance.now() - warnedAt > warnEveryMs) {
      warnedAt = performance.now()
      log.warn({ openFilesMax, closed }, 'near the limit on open files: connections without a call are closed')
    }
    timer = setTimeout(check, countOpenFiles() < openFilesMax / 2 ? quietMs : nearMs)
    timer.unref()
  }
  check()
  return () => clearTimeout(timer)
}

/**
 * Checks once. Returns the number of closed connections: 0 unless fewer descriptors than the reserve are free. Then
 * it closes connections until twice the reserve is free.
 */
export function closeIdle({ connections, busyPorts, openFilesMax, countOpenFiles }: Omit<Guarded, 'log'>): number {
  const inUse = countOpenFiles()
  const reserve = countReservedDescriptors(openFilesMax)
  if (inUse < openFilesMax - reserve) return 0
  const isBusy = (one: AcceptedConnection) => one.hasBytes || busyPorts.has(one.peerPort)
  const chosen = chooseIdle(connections.list(), isBusy).slice(0, inUse - (openFilesMax - 2 * reserve))
  for (const connection of chosen) connections.end(connection)
  return chosen.length
}

/** Idle connections, ordered so that an address with few connections keeps them. */
export function chooseIdle(
  connections: readonly AcceptedConnection[],
  isBusy: (connection: AcceptedConnection) => boolean,
): AcceptedConnection[] {
  const idle: AcceptedConnection[] = []
  const counts = new Map<string, number>()
  const countOne = ({ address }: AcceptedConnection) => {
    const count = (counts.get(address) ?? 0) + 1
    counts.set(address, count)
    return count
  }
  for (const one of connections) {
    if (isBusy(one)) countOne(one)
    else idle.push(one)
  }
  return idle
    .map((connection) => ({ connection, rank: countOne(connection) }))
    .sort((a, b) => b.rank - a.rank)
    .map(({ connection }) => connection)
}
