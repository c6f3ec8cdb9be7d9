import { dayMs } from '@sluice/contract/durations'
import { redemptionStatus } from '@sluice/contract/redemption-status'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { engineOf, integerType } from './dialects/engine.ts'
import { withoutIndex } from './dialects/without-index.ts'
import type { Database } from './schema.ts'
import { orderCondition, partsOf, type TopupFilter, type TopupPart } from './topup-history.ts'
import { summedUntil } from './usage-sums.ts'

type Db = Kysely<Database>

/** The name of the position up to which daily sums exist. */
export const topupSumsPosition = 'top-up sums'

/** An amount in the smallest unit of its currency: hundredths, or whole units for currencies without decimals. */
interface TopupMoney {
  currency: string
  received: number
  /** The part of it that was refunded or disputed. */
  refunded: number
}

export interface TopupSums {
  count: number
  quota: number
  /** By currency, '' first; codes cost nothing. */
  money: TopupMoney[]
}

/** A part of the sums; the driver may give texts. */
type Line = TopupMoney & Record<'topups' | 'quota', number>
type Lines = RawBuilder<Line>

/** The exact credits of the filter, less reversals. */
export async function sumTopups(db: Db, filter: TopupFilter): Promise<TopupSums> {
  if ((filter.status ?? 'success') !== 'success') return addLines([])
  const credited: TopupFilter = { ...filter, status: 'success' }
  const statements = (await summedStatements(db, credited)) ?? rowStatements(db, credited)
  const lines: Line[] = []
  for (const statement of statements) lines.push(...(await statement.execute(db)).rows)
  return addLines(lines)
}

function addLines(lines: readonly Line[]): TopupSums {
  const sums: TopupSums = { count: 0, quota: 0, money: [] }
  const byCurrency = new Map<string, TopupMoney>()
  for (const { currency, topups, quota, received, refunded } of lines) {
    sums.count += Number(topups)
    sums.quota += Number(quota)
    const money = byCurrency.get(currency) ?? { currency, received: 0, refunded: 0 }
    money.received += Number(received)
    money.refunded += Number(refunded)
    byCurrency.set(currency, money)
  }
  sums.money = [...byCurrency.values()]
    .filter(({ received }) => received > 0)
    .toSorted((one, other) => (one.currency < other.currency ? -1 : 1))
  return sums
}

/** Reads every row of the filter. */
const rowStatements = (db: Db, filter: TopupFilter): Lines[] => partsOf(db, filter, (part) => linesOf(db, part))

/**
 * The same from the daily sums, for the whole days of the filter: what was credited before the position, the rows that
 * were credited after it, and reversals, which are few. Null when there are no sums for the filter.
 */
async function summedStatements(db: Db, filter: TopupFilter): Promise<Lines[] | null> {
  const { userIds, number, numberPart, isReversed, from, to } = filter
  if (userIds !== null || number !== null || numberPart !== null || isReversed) return null
  const madeUntil = await summedUntil(db, topupSumsPosition)
  const first = Math.ceil((from ?? 0) / dayMs) * dayMs
  const last = Math.floor(((to ?? maxAt) + 1) / dayMs) * dayMs
  if (last <= first || madeUntil <= first) return null
  const whole: TopupFilter = { ...filter, from: first, to: last - 1 }
  return [
    sumLines(whole, madeUntil),
    ...laterLines(db, whole, madeUntil),
    ...(filter.method === 'redemption' ? [] : [reversedLines(db, whole)]),
    ...(from === null ? [] : rowStatements(db, { ...filter, to: first - 1 })),
    ...(to === null ? [] : rowStatements(db, { ...filter, from: last })),
  ]
}

/** The end of the year 9999. */
const maxAt = 253_402_300_799_999

const sumLines = ({ method, isOrder, from, to }: TopupFilter, madeUntil: number): Lines => sql`
  select currency, sum(topups) as topups, sum(quota) as quota, sum(received) as received, 0 as refunded
  from topup_sums
  where completed_day < ${madeUntil} and created_day >= ${from} and created_day <= ${to}
    ${method === null ? sql`` : sql`and method = ${method}`} ${isOrder ? sql`and method <> 'redemption'` : sql``}
  group by currency`

/** What was credited from `madeUntil` on, without reversals. */
function laterLines(db: Db, filter: TopupFilter, madeUntil: number): Lines[] {
  const { method, from, to } = filter
  const ofMethod = method === null ? sql`` : sql`and ${withoutIndex(db, 'method')} = ${method}`
  const createdAt = withoutIndex(db, 'created_at')
  const orders = sql`status = 'success' and completed_at >= ${madeUntil}
    and ${createdAt} > 0 and ${createdAt} >= ${from} and ${createdAt} <= ${to} ${ofMethod}`
  const codes = sql`status = ${sql.lit(redemptionStatus.used)}
    and redeemed_at >= ${Math.max(from ?? 0, madeUntil)} and redeemed_at <= ${to}`
  return partsOf(db, filter, ({ table }) => creditLines(db, { table, where: table === 'redemptions' ? codes : orders }))
}

const reversedLines = (db: Db, filter: TopupFilter): Lines => sql`
  select currency, 0 as topups, -sum(reversed_quota) as quota, 0 as received, sum(reversed_minor) as refunded
  from topup_orders where ${orderCondition(db, { ...filter, isReversed: true })}
  group by currency`

/** What was credited less what was reversed. */
const linesOf = (db: Db, part: TopupPart): Lines =>
  creditLines(
    db,
    part,
    part.table === 'redemptions' ? undefined : { quota: sql`quota - reversed_quota`, refunded: sql`reversed_minor` },
  )

const creditLines = (
  db: Db,
  { table, where }: TopupPart,
  { quota, refunded } = { quota: sql`quota`, refunded: sql`0` },
): Lines => sql`
  select ${currencyOf[table]} as currency, count(*) as topups, sum(${quota}) as quota,
    sum(${receivedOf(db, table)}) as received, sum(${refunded}) as refunded
  from ${sql.table(table)} where ${where} ${table === 'redemptions' ? sql`` : sql`group by currency`}`

const currencyOf = { topup_orders: sql`currency`, redemptions: sql`''` }

/** Prices are decimals of a fixed number of places by currency: without the point they add up as integers. */
export const receivedOf = (db: Db, table: TopupPart['table']): RawBuilder<unknown> =>
  table === 'redemptions' ? sql`0` : sql`cast(replace(money, '.', '') as ${integerType(engineOf(db))})`
