import { closeSync, openSync, readFileSync } from 'node:fs'

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
    const lowestFree = openSync('/dev/null', 'r')
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
