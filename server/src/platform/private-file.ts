import { chmodSync, closeSync, openSync } from 'node:fs'

/**
 * Leaves the file to this user alone, also where an earlier version or another program made it readable. A file of another
 * user stays as it is: only its owner can change that.
 */
export function keepPrivate(path: string): void {
  try {
    chmodSync(path, 0o600)
  } catch (error) {
    const code = (error as { code?: string }).code ?? ''
    if (!['ENOENT', 'EPERM', 'EROFS', 'ENOTSUP'].includes(code)) throw error
  }
}

/** Makes the file, empty, where it is missing. What SQLite puts beside a database gets its rights from it. */
export function makePrivate(path: string): void {
  closeSync(openSync(path, 'a', 0o600))
  keepPrivate(path)
}
