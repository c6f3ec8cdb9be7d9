import { existsSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { codeOf } from '../platform/errno.ts'
import { StoreError } from '../store/store-error.ts'
import { type Finding, problem } from './finding.ts'

/** The finding for a file that this user cannot use, by the error of the file system; null = another error. */
export function explainFile(error: unknown, check: Finding['check'] = 'database'): Finding | null {
  if (error instanceof StoreError) return explainFile(error.cause, check)
  if (!(error instanceof Error && 'path' in error) || isOfSocketOrProgram(error)) return null
  const path = resolve(String(error.path))
  const code = codeOf(error)
  if (code === 'EISDIR') return problem(check, 'file_is_folder', { path })
  if (code === 'ENOTDIR') return problem(check, 'folder_is_file', { path: nearestThere(path).path })
  if (code === 'ENOENT') return problem(check, 'file_missing', { path })
  return code === 'EACCES' || code === 'EPERM' ? explainRefused(path, check) : null
}

/** Their path is no file that a setting names. */
const isOfSocketOrProgram = (error: Error): boolean =>
  'syscall' in error && /^(connect|listen|bind|spawn)/.test(String(error.syscall))

function explainRefused(path: string, check: Finding['check']): Finding {
  const { path: place, uid, isFolder } = nearestThere(path)
  const owner = nameOf(uid)
  const user = nameOf(process.getuid?.() ?? uid)
  const folder = isFolder ? place : dirname(place)
  if (owner === user) return problem(check, 'file_refused_by_mode', { user, path: place })
  return isOfServer(path)
    ? problem(check, 'file_refused', { user, path: place, owner, folder })
    : problem(check, 'other_file_refused', { user, path: place, owner })
}

/** Its folder is that of a server, and may change its owner as a whole. */
const isOfServer = (path: string): boolean =>
  /^(sluice\.db|(crypto|session)-secret)/.test(basename(path)) || existsSync(join(path, 'sluice.db'))

interface Place {
  path: string
  uid: number
  isFolder: boolean
}

/** The path, or the nearest folder above it that can be asked for: a folder may hide what is in it. */
function nearestThere(path: string): Place {
  try {
    const stats = statSync(path)
    return { path, uid: stats.uid, isFolder: stats.isDirectory() }
  } catch {
    return nearestThere(dirname(path))
  }
}

/** The name of a user. Without one, as in a container, it is the number. */
function nameOf(uid: number): string {
  try {
    const users = readFileSync('/etc/passwd', 'utf8').split('\n')
    const [name] = users.find((line) => line.split(':')[2] === String(uid))?.split(':') ?? []
    return name ?? String(uid)
  } catch {
    return String(uid)
  }
}
