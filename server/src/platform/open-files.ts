import { closeSync, openSync, readFileSync } from 'node:fs'
import type { Config } from './config.ts'
import type { Log } from './log.ts'

/** The maximum number of open descriptors of this process; null where the system does not report it. */
export function readOpenFilesMax(): number | null {
  try {
    const [, soft] = /^Max open files\s+(\S+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
    return soft === undefined ? null : soft === 'unlimited' ? Number.POSITIVE_INFINITY : Number(soft)
  } catch {
    return null
  }
}

/**
 * A lower bound of the descriptors in use: the system always assigns the lowest free number, so all below it are taken.
 * It reaches `openFilesMax` exactly when no further one can be opened.
 */
export function countOpenFiles(openFilesMax: number): number {
  try {
    // The root folder always exists, also in a container without devices.
    const lowestFree = openSync('/', 'r')
    closeSync(lowestFree)
    return lowestFree
  } catch {
    return openFilesMax
  }
}

/** Descriptors reserved for the database, threads, name look-ups and files of the console. */
export const countReservedDescriptors = (openFilesMax: number): number => Math.max(64, Math.floor(openFilesMax / 8))

/** The number of calls that fit, each with a connection to its client and one to its upstream. */
export const callsWithin = (openFilesMax: number): number =>
  openFilesMax === Number.POSITIVE_INFINITY
    ? openFilesMax
    : Math.max(1, Math.floor((openFilesMax - 2 * countReservedDescriptors(openFilesMax)) / 2))

/** The settings with at most as many concurrent calls as there are descriptors: a call without one would fail late. */
export function withinOpenFiles(config: Config, openFilesMax: number, log: Log): Config {
  const callsMax = callsWithin(openFilesMax)
  if (config.MAX_INFLIGHT <= callsMax) return config
  log.warn(
    { openFilesMax, MAX_INFLIGHT: config.MAX_INFLIGHT, used: callsMax },
    'the limit on open files is too low for MAX_INFLIGHT: fewer calls run at once. Raise it (ulimit -n, LimitNOFILE)',
  )
  return { ...config, MAX_INFLIGHT: callsMax }
}
