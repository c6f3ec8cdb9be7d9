import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import packageFile from '../package.json'

export const version: string = packageFile.version

/** The build of the executable puts the commit, or '', in its place. */
declare const SLUICE_COMMIT: string | undefined

export const commitDigits = 12

/**
 * The commit that the program was made from, its first 12 digits: known to an executable from its build, and to a clone
 * from git. Null where neither knows it.
 */
export function readCommit(): string | null {
  if (typeof SLUICE_COMMIT === 'string') return SLUICE_COMMIT || null
  return readCommitOf(resolve(import.meta.dir, '../..'))
}

/** The commit of a checkout; null outside of one, and without git. */
export function readCommitOf(root: string): string | null {
  // A checkout without a repository of its own may lie inside another one.
  const repository = join(root, '.git')
  if (!existsSync(repository)) return null
  try {
    const text = execFileSync('git', [`--git-dir=${repository}`, 'rev-parse', 'HEAD'], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: 2_000,
    }).trim()
    return /^[0-9a-f]{40,64}$/.test(text) ? text.slice(0, commitDigits) : null
  } catch {
    return null
  }
}

/** `0.1.0`, with the commit if it is known. */
export const describeVersion = (commit: string | null): string =>
  commit === null ? version : `${version} (commit ${commit})`
