/** The programs whose databases can be imported, by the layout of their tables. */
export type Layout = 'newapi-2025' | 'newapi-2026' | 'one-api'

export const layoutNames: Readonly<Record<Layout, string>> = {
  'newapi-2025': 'New API (layout of 2025)',
  'newapi-2026': 'New API (layout of 2026)',
  'one-api': 'One API',
}

export const isOneApi = (layout: Layout): boolean => layout === 'one-api'

/** Table name → the names of its columns. */
export type SourceTables = ReadonlyMap<string, ReadonlySet<string>>

const requiredTables = ['users', 'tokens', 'channels', 'options', 'logs']

/** The layout of the tables. Throws an Error that names the missing tables or columns for an unknown program. */
export function detectLayout(tables: SourceTables): Layout {
  if (tables.has('ledger_entries')) throw new Error('This is a database of sluice. Use a backup of it instead.')
  const missing = requiredTables.filter((name) => !tables.has(name))
  const what = missing.length > 1 ? `the tables ${missing.join(', ')} are` : `the table ${missing[0]} is`
  if (missing.length > 0) throw new Error(`This is not a database of New API or One API: ${what} missing.`)
  const has = (table: string, column: string) => tables.get(table)?.has(column) === true
  if (has('tokens', 'subnet')) return 'one-api'
  if (has('tokens', 'model_limits_enabled')) return has('channels', 'channel_info') ? 'newapi-2026' : 'newapi-2025'
  throw new Error(
    'The layout of this database is not known: its table tokens has neither model_limits_enabled nor subnet. ' +
      'Start the latest version of the other program on it once, then import again.',
  )
}
