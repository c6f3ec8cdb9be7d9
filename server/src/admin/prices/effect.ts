import { setImmediate } from 'node:timers/promises'
import type { PriceChangeOfModel, PriceEffect } from '@sluice/contract/price-sheet'
import { logType } from '@sluice/contract/roles'
import { createPriceList } from '../../core/billing/price-list.ts'
import { GatewayError } from '../../core/errors.ts'
import { priceListOf } from '../../state/price-list-of.ts'
import type { PricedOptions } from '../../state/with-channel-costs.ts'
import type { UsageLogRow } from '../../store/schema.ts'
import { listUsageLogs, type UsageLogPlace } from '../../store/usage-logs.ts'
import { dayMs } from '../../store/usage-sums.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { applyPriceChanges } from './apply-changes.ts'
import { type PriceLists, recomputeRow } from './recompute-row.ts'

/** The most rows of the log that one preview reads, newest first. */
const rowsMax = 200_000
/** Rows that are read and computed at once: some milliseconds. */
const rowsPerSlice = 500

type Deps = Pick<AdminDependencies, 'state' | 'clock' | 'reports' | 'logStore'>

interface EffectSpan {
  /** Today included, in UTC. */
  days: number
  signal?: AbortSignal
  /** For tests. */
  rowsMax?: number
}

/**
 * What `changes` would have charged for the calls of the last days with the models that they concern. Throws
 * GatewayError if a change is invalid, and when `signal` aborts.
 */
export async function computePriceEffect(
  deps: Deps,
  changes: readonly PriceChangeOfModel[],
  span: EffectSpan,
): Promise<PriceEffect> {
  const { options } = deps.state.current()
  const next = [...applyPriceChanges(options, changes).next].map(([key, { value }]) => [key, value])
  // `applyPriceChanges` computes values of the types of their options.
  const after = { ...options, ...Object.fromEntries(next) } as PricedOptions
  const lists: PriceLists = { before: priceListOf(options), after: createPriceList(after) }
  const isConcerned = buildConcernTest(changes)
  const sums = createSums()
  const read = createReader(deps, span.days)
  let left = span.rowsMax ?? rowsMax
  let last: UsageLogPlace | undefined
  for (;;) {
    if (span.signal?.aborted) throw new GatewayError('client_closed_request')
    const limit = Math.min(rowsPerSlice, left)
    const rows = await read({ limit, after: last })
    for (const row of rows) if (row.type === logType.consume && isConcerned(row.model_name)) sums.add(row, lists)
    left -= rows.length
    const end = rows.at(-1)
    if (end) last = { createdAt: end.created_at, id: end.id }
    if (rows.length < limit || left === 0) break
    await setImmediate()
  }
  const isPartial = left === 0 && (await read({ limit: 1, after: last })).length > 0
  return { ...sums.total(), days: span.days, is_partial: isPartial }
}

/** Reads rows of any type, newest first: those of one type have no index. The span is that of the first moment. */
function createReader({ reports, clock, logStore }: Deps, days: number) {
  const untilAt = clock.now() + 1
  const fromAt = (Math.floor(untilAt / dayMs) - days + 1) * dayMs
  return async (slice: { limit: number; after: UsageLogPlace | undefined }): Promise<UsageLogRow[]> =>
    (await listUsageLogs(reports, { fromAt, untilAt }, slice, { moved: logStore })).rows
}

/** Whether a change may concern the model: its own, or that of its family (`gpt-4-gizmo-*`). */
function buildConcernTest(changes: readonly PriceChangeOfModel[]): (model: string) => boolean {
  const names = new Set(changes.map(({ model }) => model))
  const families = [...names].filter((name) => name.endsWith('*')).map((name) => name.slice(0, -2))
  return (model) => names.has(model) || families.some((start) => model.startsWith(start))
}

function createSums() {
  const models = new Map<string, { calls: number; charge: number; would_charge: number }>()
  const skippedBy: PriceEffect['skipped_by'] = {}
  return {
    add(row: UsageLogRow, lists: PriceLists): void {
      const found = recomputeRow(row, lists)
      if ('skipped' in found) {
        skippedBy[found.skipped] = (skippedBy[found.skipped] ?? 0) + 1
        return
      }
      const sum = models.get(row.model_name) ?? { calls: 0, charge: 0, would_charge: 0 }
      models.set(row.model_name, sum)
      sum.calls += 1
      sum.charge += row.quota
      sum.would_charge += found.wouldCharge
    },
    total() {
      const rows = [...models].map(([model, sum]) => ({ model, ...sum }))
      const sumOf = (name: 'calls' | 'charge' | 'would_charge') => rows.reduce((sum, row) => sum + row[name], 0)
      return {
        calls: sumOf('calls'),
        charge: sumOf('charge'),
        would_charge: sumOf('would_charge'),
        // The largest differences first.
        models: rows.toSorted((a, b) => differenceOf(b) - differenceOf(a) || (a.model < b.model ? -1 : 1)),
        skipped: Object.values(skippedBy).reduce((sum, calls) => sum + calls, 0),
        skipped_by: skippedBy,
      }
    },
  }
}

const differenceOf = (row: { charge: number; would_charge: number }): number => Math.abs(row.would_charge - row.charge)
