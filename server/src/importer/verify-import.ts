import { isSecret } from '@sluice/contract/options/registry'
import { parseJson, recordOf } from '@sluice/contract/read-json'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { readOptionTexts } from '../store/options.ts'
import type { Database } from '../store/schema.ts'
import { ImportNotes } from './import-notes.ts'
import type { Source } from './open-source.ts'
import { parseOptions } from './steps/options.ts'
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
  columnHere?: string
  filter?: RawBuilder<unknown>
  /** Filter of the source: the rows that are imported. */
  filterSource?: RawBuilder<unknown>
  /** The column of ids by which a table is read; absent = `id`. */
  by?: string
  byHere?: string
}

const tokens = {
  table: 'tokens',
  tableHere: 'api_tokens',
  filterSource: sql`user_id in (select id from users)`,
} as const
const ofKnownChannel = sql`channel_id in (select id from channels)`
/** The others are noted: orders without a usable number, or with that of an earlier one. */
const ofUsableNumber = sql`length(trade_no) between 1 and 64 and not exists (
  select 1 from top_ups earlier where earlier.trade_no = top_ups.trade_no and earlier.id < top_ups.id)`
const paid = sql`status = 'success'`
const drawings = { table: 'midjourneys', tableHere: 'tasks', filter: sql`platform = 'mj'` } as const
const music = { table: 'tasks', filter: sql`platform = 'suno'` } as const
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
  {
    name: 'abilities',
    table: 'abilities',
    by: 'channel_id',
    byHere: 'channel_id',
    filterSource: ofKnownChannel,
  },
  { name: 'redemption codes', table: 'redemptions' },
  { name: 'quota of unused redemption codes', table: 'redemptions', column: 'quota', filter: unused },
  { name: 'orders', table: 'top_ups', tableHere: 'topup_orders', filterSource: ofUsableNumber },
  {
    name: 'paid orders',
    table: 'top_ups',
    tableHere: 'topup_orders',
    filter: paid,
    filterSource: sql`${paid} and ${ofUsableNumber}`,
  },
  { name: 'check-ins', table: 'checkins', byHere: 'user_id' },
  { name: 'awards of check-ins', table: 'checkins', byHere: 'user_id', column: 'quota_awarded', columnHere: 'quota' },
  { ...drawings, name: 'drawings', filterSource: sql`1 = 1` },
  { ...drawings, name: 'charges of drawings', column: 'quota', filterSource: sql`quota > 0` },
  { ...music, name: 'tasks' },
  { ...music, name: 'charges of tasks', column: 'quota', filterSource: sql`${music.filter} and quota > 0` },
  { name: 'rows of the usage log', table: 'logs', tableHere: 'usage_logs' },
  {
    name: 'charges of the usage log',
    table: 'logs',
    tableHere: 'usage_logs',
    column: 'quota',
    filter: consumed,
  },
]

/** Compares counts and sums that the two databases compute themselves, and the options. */
export async function compareFigures(source: Source, db: Kysely<Database>): Promise<ComparedFigure[]> {
  const figures: ComparedFigure[] = []
  for (const comparison of comparisons) {
    const { name, table, tableHere = table, column = null, columnHere = column } = comparison
    const { filter, filterSource = filter, by, byHere } = comparison
    if (!source.tables.has(table)) continue
    const there = { table, column, ...(filterSource && { filter: filterSource }), ...(by && { by }) }
    const here = { table: tableHere, column: columnHere, ...(filter && { filter }), ...(byHere && { by: byHere }) }
    figures.push({ name, source: await source.sum(there), here: await sumColumn(db, here) })
  }
  return [...figures, await compareOptions(source, db)]
}

/** How many options are to be imported, and how many of them are here with the same value; of secrets, with any. */
async function compareOptions(source: Source, db: Kysely<Database>): Promise<ComparedFigure> {
  const expected = parseOptions(await source.readAll('options'), new ImportNotes())
  const stored = await readOptionTexts(db)
  const same = [...expected].filter(([name, text]) =>
    isSecret(name) ? stored.has(name) : contains(stored.get(name), text, name === 'ModelRatio'),
  )
  return { name: 'options', source: expected.size, here: same.length }
}

/** Whether a stored text is the imported one. Prices may have been added to a table of prices. */
function contains(stored: string | undefined, text: string, mayGrow: boolean): boolean {
  if (stored === undefined || !mayGrow) return stored === text
  const prices = recordOf(parseJson(stored))
  return Object.entries(recordOf(parseJson(text))).every(([model, price]) => prices[model] === price)
}
