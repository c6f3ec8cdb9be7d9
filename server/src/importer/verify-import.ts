import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '../store/schema.ts'
import type { Source } from './open-source.ts'
import { sumColumn } from './sum-column.ts'

/** One figure of both databases. They agree when the import lost nothing. */
export interface ComparedFigure {
  name: string
  source: number
  here: number
}

export const agrees = ({ source, here }: ComparedFigure): boolean => source === here

interface Comparison {
  name: string
  table: string
  /** The table here, if it has another name. */
  tableHere?: keyof Database
  /** The summed column; absent = rows are counted. */
  column?: string
  filter?: RawBuilder<unknown>
  /** Filter of the source: the rows that are imported. */
  filterSource?: RawBuilder<unknown>
}

const tokens = {
  table: 'tokens',
  tableHere: 'api_tokens',
  filterSource: sql`user_id in (select id from users)`,
} as const
const unused = sql`status = 1`
const consumed = sql`type = 2`

const comparisons: readonly Comparison[] = [
  { name: 'accounts', table: 'users' },
  { name: 'balances of accounts', table: 'users', column: 'quota' },
  { name: 'used quota of accounts', table: 'users', column: 'used_quota' },
  { name: 'calls of accounts', table: 'users', column: 'request_count' },
  { ...tokens, name: 'tokens' },
  { ...tokens, name: 'remaining quota of tokens', column: 'remain_quota' },
  { ...tokens, name: 'used quota of tokens', column: 'used_quota' },
  { name: 'channels', table: 'channels' },
  { name: 'used quota of channels', table: 'channels', column: 'used_quota' },
  { name: 'redemption codes', table: 'redemptions' },
  { name: 'quota of unused redemption codes', table: 'redemptions', column: 'quota', filter: unused },
  { name: 'rows of the usage log', table: 'logs', tableHere: 'usage_logs' },
  {
    ...{ name: 'charges of the usage log', table: 'logs', tableHere: 'usage_logs' },
    ...{ column: 'quota', filter: consumed },
  },
]

/** Compares counts and sums that the two databases compute themselves. */
export async function compareFigures(source: Source, db: Kysely<Database>): Promise<ComparedFigure[]> {
  const figures: ComparedFigure[] = []
  for (const { name, table, tableHere = table, column = null, filter, filterSource = filter } of comparisons) {
    if (!source.tables.has(table)) continue
    figures.push({
      name,
      source: await source.sum({ table, column, ...(filterSource && { filter: filterSource }) }),
      here: await sumColumn(db, { table: tableHere, column, ...(filter && { filter }) }),
    })
  }
  return figures
}
