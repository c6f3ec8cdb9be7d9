import { statfsSync } from 'node:fs'

/** Codes of the file system and of SQLite: the disk is full, a quota is exceeded, or a file may not grow. */
const codes = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'SQLITE_FULL'])

/** Instructions for an operator if files could not be written to `folder`; null for other errors. */
export function explainFullDisk(error: unknown, folder: string): string | null {
  if (!isDiskFull(error)) return null
  const reason = error instanceof Error ? error.message : String(error)
  return (
    `There is not enough disk space for files in ${folder}${freeIn(folder)}: ${reason}. ` +
    'Free some space, or move the folder to a larger disk, and start again. Stored data is kept.'
  )
}

/** The outcome of `work`, which writes to `folder`. If the disk is full, rejects with the text of `explainFullDisk`. */
export async function withFullDiskExplained<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const explained = explainFullDisk(error, folder)
    throw explained === null ? error : new Error(explained, { cause: error })
  }
}

/** Whether a file could not be written because the disk is full. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ('code' in error && codes.has(String(error.code))) || isDiskFull(error.cause)
}

/** Below this a disk counts as nearly full. */
export const freeBytesMin = 1_073_741_824

/** The free bytes of the disk of a folder; null if the folder does not exist. */
export function freeBytesIn(folder: string): number | null {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  } catch {
    return null
  }
}

export const inMegabytes = (bytes: number): number => Math.floor(bytes / 1_048_576)

function freeIn(folder: string): string {
  const bytes = freeBytesIn(folder)
  return bytes === null ? '' : `, whose disk has ${inMegabytes(bytes)} MB free`
}
