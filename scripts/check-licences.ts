import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './bun-path.mjs'

/**
 * The product may include such packages without publishing its own source. OFL is for fonts; MPL covers only its own
 * files.
 */
const allowed = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'Unlicense',
])

/** In the form of package.json: an SPDX expression, or a form that npm accepted before 2015. */
type Licence = string | { type?: string } | readonly { type?: string }[] | undefined

export interface PackageFile {
  license?: Licence
  licenses?: Licence
}

export interface LockedPackage extends PackageFile {
  /** Only development needs it. */
  dev?: boolean
  /** A workspace of this repository. */
  link?: boolean
  optional?: boolean
}

/**
 * The product's packages without an allowed licence, one sentence each. Read from the installed packages; optional
 * packages of other platforms are read from the lock file.
 */
export function findLicenceFaults(
  packages: Record<string, LockedPackage> = readLock(),
  readPackage: (path: string) => PackageFile | null = readInstalled,
): string[] {
  return Object.entries(packages).flatMap(([path, entry]) => {
    if (entry.dev || entry.link || !path.includes('node_modules/')) return []
    const found = readPackage(path) ?? (entry.optional ? entry : null)
    if (found === null) return [`${path} is not installed`]
    const text = readExpression(found)
    if (text === '') return [`${path} names no licence`]
    return isAllowed(text) ? [] : [`${path} has the licence ${text}`]
  })
}

/** The licence of a package as an SPDX expression; empty if it names none. */
export function readExpression({ license, licenses }: PackageFile): string {
  const given = license ?? licenses
  if (typeof given === 'string') return given.trim()
  const list = Array.isArray(given) ? given : [given]
  return list.flatMap((licence: { type?: string } | undefined) => licence?.type ?? []).join(' OR ')
}

/** Whether an SPDX expression can be met with allowed licences: one side of each `OR`, both sides of each `AND`. */
export function isAllowed(expression: string): boolean {
  const inner = /\(([^()]*)\)/.exec(expression)
  if (inner) return isAllowed(expression.replace(inner[0], isAllowed(inner[1] ?? '') ? 'MIT' : 'not-allowed'))
  return expression
    .split(/\s+OR\s+/i)
    .some((side) => side.split(/\s+AND\s+/i).every((name) => allowed.has(name.trim())))
}

const readLock = (): Record<string, LockedPackage> =>
  (
    JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, LockedPackage>
    }
  ).packages

function readInstalled(path: string): PackageFile | null {
  try {
    return JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8')) as PackageFile
  } catch {
    return null
  }
}
