import { roles } from '@sluice/contract/roles'
import type { ImportNotes } from '../import-notes.ts'
import type { Source } from '../open-source.ts'
import type { SourceRow } from '../source-row.ts'

/** The administrators from whom the source withholds a right that every administrator has here. */
export interface RestrictedRights {
  /** What is denied, by the id of the account. */
  users: ReadonlyMap<number, string>
  /** What is denied to every administrator; null = nothing. */
  everyone: string | null
}

const adminRole = 'role:admin'

/**
 * Reads the rules of administrators' rights (New API of 2026). This program has no such rules, and an account must
 * not gain by the import a right that they deny.
 */
export async function readRestrictedRights(source: Source): Promise<RestrictedRights> {
  const rules = source.tables.has('casbin_rule') ? await source.readAll('casbin_rule') : []
  const ownRoles = source.tables.has('authz_roles') ? await source.readAll('authz_roles') : []
  const denied = new Map<string, string>()
  for (const rule of rules) {
    if (rule.text('ptype') !== 'p' || rule.text('v3').toLowerCase() !== 'deny') continue
    const known = denied.get(rule.text('v0'))
    const right = `${rule.text('v1')} ${rule.text('v2')}`
    denied.set(rule.text('v0'), known === undefined ? right : `${known}, ${right}`)
  }
  for (const role of ownRoles)
    if (role.has('enabled') && !role.flag('enabled')) denied.set(`role:${role.text('key')}`, 'the whole role')
  const users = new Map<number, string>()
  const add = (subject: string, rights: string | undefined) => {
    const id = /^user:(\d+)$/.exec(subject)?.[1]
    if (id !== undefined && rights !== undefined) users.set(Number(id), rights)
  }
  for (const [subject, rights] of denied) add(subject, rights)
  for (const rule of rules) if (rule.text('ptype') === 'g') add(rule.text('v0'), denied.get(rule.text('v1')))
  return { users, everyone: denied.get(adminRole) ?? null }
}

const roleNumbers: readonly number[] = Object.values(roles)

/** The role of an account here, which never has more rights than in the source. */
export function roleOf(
  row: SourceRow,
  { rights, notes }: { rights: RestrictedRights; notes: ImportNotes },
  name: string,
): number {
  const role = row.integer('role')
  if (!roleNumbers.includes(role)) {
    notes.add('Unknown roles; these are ordinary accounts here', `${name}: ${row.text('role').slice(0, 40)}`)
    return roles.user
  }
  if (role !== roles.admin) return role
  const denied = rights.users.get(row.integer('id')) ?? rights.everyone
  if (denied === null) return role
  notes.add(
    'Administrators who are denied a right in the source. They are ordinary accounts here, where every administrator' +
      ' has it; make them administrators again if they may have it',
    `${name}: ${denied}`,
  )
  return roles.user
}
