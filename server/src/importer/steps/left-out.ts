import { roles } from '@sluice/contract/roles'
import { tableOf } from '@sluice/contract/table-of'
import type { SourceRow } from '../source-row.ts'
import type { ImportStep } from './step.ts'

interface LeftOut {
  kind: string
  /** Absent = every row. */
  isNamed?(row: SourceRow): boolean
  /** Absent = the table and its id. */
  example?(row: SourceRow): string
  isWithoutId?: true
}

const now = () => Date.now()

/** Tables whose rows cannot be imported. The report names each. */
const leftOutTables = tableOf<LeftOut>({
  custom_oauth_providers: { kind: 'Login providers of the site; enter one as the OIDC provider' },
  user_oauth_bindings: { kind: 'Bindings to such providers; their owners bind again' },
  user_sessions: {
    kind: 'Open sessions; their owners log in again',
    isNamed: (row) => row.text('status') === 'active' && row.seconds('expires_at') > now(),
    example: (row) => `user ${row.integer('user_id')}`,
    isWithoutId: true,
  },
  casbin_rule: {
    kind: "Rules of administrators' rights, which this program does not have",
    isNamed: (row) => row.text('v0') !== 'role:admin' || row.text('v3') === 'deny',
    example: (row) =>
      ['ptype', 'v0', 'v1', 'v2', 'v3']
        .map((column) => row.text(column))
        .join(' ')
        .trim(),
  },
  authz_roles: {
    kind: "Roles of administrators' rights, which this program does not have",
    isNamed: (row) => !row.flag('built_in') || !row.flag('enabled'),
    example: (row) => `${row.clipped('key', 40)} (${row.clipped('name', 40)})`,
  },
})

export const leftOutSteps: readonly ImportStep[] = Object.entries(leftOutTables).map(
  ([table, { kind, isNamed = () => true, example, isWithoutId }]) => ({
    name: kind,
    table,
    ...(isWithoutId && { isWithoutId }),
    async write({ rows, context: { notes } }) {
      const examples = rows.filter(isNamed).map((row) => example?.(row) ?? `${table} ${row.integer('id')}`)
      // Databases order rows without a number differently.
      for (const text of isWithoutId ? examples.toSorted() : examples) notes.add(kind, text)
    },
  }),
)

/**
 * New API of 2026 keeps keys and the creation of channels to the super administrator. Here every administrator has
 * them, as in its version of 2025.
 */
export const widenedStep: ImportStep = {
  name: 'administrators',
  table: 'users',
  async write({ rows, db, context: { layout, notes } }) {
    if (layout !== 'newapi-2026') return
    for (const row of rows) {
      const id = row.integer('id')
      const user = await db.selectFrom('users').select(['role', 'username']).where('id', '=', id).executeTakeFirst()
      if (user?.role === roles.admin)
        notes.add(
          'Administrators who may create and delete channels here, and change their keys. In the source only the super' +
            ' administrator may, unless a rule allows it',
          `user ${id} (${user.username})`,
        )
    }
  },
}
