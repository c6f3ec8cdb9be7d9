import { chmodSync, closeSync, openSync } from 'node:fs'

/**
 * Restricts the file to this user, even if an earlier version or another program made it readable. A file of another
 * user is left alone, because only its owner can change that.
 */
export function keepPrivate(path: string): void {
  try {
    chmodSync(path, 0o600)
  } catch (error) {
    const code = (error as { code?: string }).code ?? ''
    if (!['ENOENT', 'EPERM', 'EROFS', 'ENOTSUP'].includes(code)) throw error
  }
}

/**
 * Creates the file, empty, where it is missing. The files that SQLite creates beside a database inherit its
 * permissions.
 */
export function makePrivate(path: string): void {
  closeSync(openSync(path, 'a', 0o600))
  keepPrivate(path)
}
