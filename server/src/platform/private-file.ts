import { chmodSync, chownSync, closeSync, existsSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { codeOf } from './errno.ts'

const ignoredCodes = ['ENOENT', 'EPERM', 'EROFS', 'ENOTSUP']

/**
 * Restricts the file to this user, even if an earlier version or another program made it readable. The mode of a file
 * of another user is not changed, because only its owner can do that.
 */
export function keepPrivate(path: string): void {
  try {
    chmodSync(path, 0o600)
  } catch (error) {
    ignoreUnchangeable(error)
  }
}

/**
 * Creates an empty file if it does not exist. The files that SQLite creates next to a database inherit its permissions.
 */
export function makePrivate(path: string): void {
  closeSync(openSync(path, 'a', 0o600))
  keepPrivate(path)
  keepOwner(path)
}

/**
 * Gives a file that root has made to the owner of the file that it replaces, else to that of its folder: otherwise a
 * server of that user cannot open it. Does nothing for other users.
 */
export function keepOwner(path: string, replaced = path): void {
  if (process.getuid?.() !== 0 || statSync(path).uid !== 0) return
  const owner = [replaced, dirname(path)]
    .filter((place) => existsSync(place))
    .map((place) => statSync(place))
    .find(({ uid }) => uid !== 0)
  if (!owner) return
  try {
    chownSync(path, owner.uid, owner.gid)
  } catch (error) {
    ignoreUnchangeable(error)
  }
}

function ignoreUnchangeable(error: unknown): void {
  if (!ignoredCodes.includes(codeOf(error))) throw error
}
