import { isDeepStrictEqual } from 'node:util'
import type { PagedList } from '@sluice/contract/envelope'
import {
  changeableFieldNames,
  type PriceChangeOfModel,
  type PriceEntry,
  type PriceHistoryLine,
  type PricesAsOf,
  priceChangeWays,
} from '@sluice/contract/price-sheet'
import { isOneOf } from '@sluice/contract/typed-keys'
import { parseStored } from '../../core/json/parse-stored.ts'
import { toSeconds } from '../../core/to-seconds.ts'
import { createOwnPrices, type OwnPrice } from '../../state/price-entries.ts'
import { countPriceChanges, listPriceChanges, type PriceChangeRow, pricesBefore } from '../../store/price-changes.ts'
import { pagedList } from '../answer.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { type PageQuery, parsePage } from '../paging.ts'

type Deps = Pick<AdminDependencies, 'reports' | 'state' | 'clock'>

/** The changes of prices, of one model if it is given. */
export async function readPriceHistory(
  { reports }: Deps,
  query: PageQuery & { model?: string | undefined },
): Promise<{ data: PagedList<PriceHistoryLine> }> {
  const page = parsePage(query)
  const model = query.model || null
  const [rows, total] = await Promise.all([listPriceChanges(reports, model, page), countPriceChanges(reports, model)])
  return pagedList({ items: rows.map(buildLine), total }, page)
}

const buildLine = (row: PriceChangeRow): PriceHistoryLine => ({
  id: row.id,
  at: toSeconds(row.created_at),
  by: row.actor_name,
  // A newer program may have written another way.
  way: isOneOf(priceChangeWays, row.way) ? row.way : 'settings',
  note: row.note,
  model: row.model,
  before: parseStored<PriceEntry>(row.before),
  after: parseStored<PriceEntry>(row.after),
})

/** The differences between the prices at `at` (seconds; absent = now) and those of now. */
export async function readPricesAsOf({ reports, state, clock }: Deps, at: number | undefined): Promise<PricesAsOf> {
  const seconds = at || toSeconds(clock.now())
  // The whole second belongs to the moment.
  const before = await pricesBefore(reports, seconds * 1_000 + 999)
  const priceOf = createOwnPrices(state.current().options)
  const answer: PricesAsOf = { at: seconds, changes: [], unrestorable: [] }
  for (const [model, text] of [...before].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const then = parseStored<PriceEntry>(text)
    const now = priceOf(model)
    const change = changeTo(now, model, then)
    if (change !== null) answer.changes.push(change)
    // An expression that was missing cannot be written.
    const isGone = then.expression === '' && now.expression !== ''
    if (then.origin === 'markup' || then.rules === null || isGone) answer.unrestorable.push(model)
  }
  return answer
}

/** The change that gives the model the entries of `then`; null = it has them. A price that a rule made has none. */
function changeTo(now: OwnPrice, model: string, then: PriceEntry): PriceChangeOfModel | null {
  const hasCost = then.cost !== undefined && !isDeepStrictEqual(then.cost, now.cost)
  if (then.origin === 'markup') return hasCost ? { model, cost: then.cost } : null
  const fields: PriceChangeOfModel['fields'] = {}
  for (const field of changeableFieldNames)
    if (then.fields[field] !== now.fields[field]) fields[field] = then.fields[field] ?? null
  const hasFields = Object.keys(fields).length > 0
  const hasRules = then.rules !== null && !isDeepStrictEqual(then.rules, now.rules)
  const hasExpression = then.expression !== '' && then.expression !== now.expression
  if (!hasFields && !hasRules && !hasExpression && !hasCost) return null
  return {
    model,
    ...(hasFields && { fields }),
    ...(hasRules && { rules: then.rules }),
    ...(hasExpression && { expression: then.expression }),
    ...(hasCost && { cost: then.cost }),
  }
}
