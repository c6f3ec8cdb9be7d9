import { statfsSync } from 'node:fs'

/** Of the file system and of SQLite: the disk is full, a quota is used up, or a file may not grow. */
const codes = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'SQLITE_FULL'])

/** What to do about files that could not be written to `folder`; null for another error. */
export function explainNoRoom(error: unknown, folder: string): string | null {
  if (!isNoRoom(error)) return null
  const reason = error instanceof Error ? error.message : String(error)
  return (
    `There is no room for files in ${folder}${freeIn(folder)}: ${reason}. ` +
    'Free some space, or move the folder to a larger disk, and start again. What is stored is kept.'
  )
}

/** Whether a file could not be written because the disk is full. */
export function isNoRoom(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ('code' in error && codes.has(String(error.code))) || isNoRoom(error.cause)
}

function freeIn(folder: string): string {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return `, whose disk has ${Math.floor((bavail * bsize) / 1_048_576)} MB free`
  } catch {
    return ''
  }
}
