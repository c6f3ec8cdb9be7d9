import { chmodSync, closeSync, openSync } from 'node:fs'

const ignoredCodes = ['ENOENT', 'EPERM', 'EROFS', 'ENOTSUP']

/**
 * Restricts the file to this user, even if an earlier version or another program made it readable. The mode of a file
 * of another user is not changed, because only its owner can do that.
 */
export function keepPrivate(path: string): void {
  try {
    chmodSync(path, 0o600)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : ''
    if (!ignoredCodes.includes(String(code))) throw error
  }
}

/**
 * Creates an empty file if it does not exist. The files that SQLite creates next to a database inherit its permissions.
 */
export function makePrivate(path: string): void {
  closeSync(openSync(path, 'a', 0o600))
  keepPrivate(path)
}
