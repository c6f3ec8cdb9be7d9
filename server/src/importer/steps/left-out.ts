import type { ImportStep } from './step.ts'

/** Tables of users' data that cannot be imported. The report names each. */
const leftOutTables: Readonly<Record<string, string>> = {
  custom_oauth_providers: 'Login providers of the site; enter one as the OIDC provider',
  user_oauth_bindings: 'Bindings to such providers; their owners bind again',
}

export const leftOutSteps: readonly ImportStep[] = Object.entries(leftOutTables).map(([table, kind]) => ({
  name: kind,
  table,
  async write({ rows, context: { notes } }) {
    for (const row of rows) notes.add(kind, `${table} ${row.integer('id')}`)
  },
}))
