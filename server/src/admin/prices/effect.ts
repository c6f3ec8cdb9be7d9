import { setImmediate } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { dayMs } from '@sluice/contract/durations'
import type { PriceChangeOfModel, PriceEffect } from '@sluice/contract/price-sheet'
import { type ProposalChoice, proposalsMax } from '@sluice/contract/price-sources'
import { logType } from '@sluice/contract/roles'
import { costEntryFor } from '../../core/billing/markup.ts'
import { createPriceList } from '../../core/billing/price-list.ts'
import { GatewayError } from '../../core/errors.ts'
import { planAcceptance } from '../../prices/plan-acceptance.ts'
import { createOwnPrices } from '../../state/price-entries.ts'
import { priceListOf } from '../../state/price-list-of.ts'
import { type PricedOptions, withChannelCosts } from '../../state/with-channel-costs.ts'
import { listProposals } from '../../store/price-proposals.ts'
import type { UsageLogRow } from '../../store/schema.ts'
import { listUsageLogs, placeOf, type UsageLogPlace } from '../../store/usage-logs.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { applyPriceChanges, type GivenChanges } from './apply-changes.ts'
import { describeChanges } from './describe-changes.ts'
import { type PriceLists, recomputeRow } from './recompute-row.ts'

/** The most rows of the log that one preview reads, newest first. */
const rowsMax = 200_000
/** Rows that are read and computed at once: some milliseconds. */
export const rowsPerSlice = 200

type Deps = Pick<AdminDependencies, 'state' | 'clock' | 'reports' | 'logStore'>

interface EffectSpan {
  /** Today included, in UTC; 0 = no calls. */
  days: number
  signal?: AbortSignal
  /** For tests. */
  rowsMax?: number
  /** Lets other work run between two steps, each of some milliseconds. For tests. */
  pause?(): Promise<unknown>
}

/** What is compared with the present prices: changes, or open proposals. */
export type EffectRequest = GivenChanges & { proposals?: ProposalChoice | undefined }

/**
 * What the changes would have charged for the calls of the last days with the models that they concern. Throws
 * GatewayError if a change is invalid, and when `signal` aborts.
 */
export async function computePriceEffect(deps: Deps, request: EffectRequest, span: EffectSpan): Promise<PriceEffect> {
  const snapshot = deps.state.current()
  const { options, channels } = snapshot
  const { changes } = request
  const pause = span.pause ?? (() => setImmediate())
  const next = [...(await changesIn(deps, request))].map(([key, { value }]) => [key, value])
  // The values are of the types of their options.
  const after = withChannelCosts({ ...options, ...Object.fromEntries(next) } as PricedOptions, channels)
  const lists: PriceLists = {
    before: priceListOf(options),
    after: createPriceList(after),
    costsOf: (id) => channels.get(id)?.costPrices ?? null,
  }
  const isConcerned = createConcernTest({ before: options, after }, changes)
  const sums = createSums()
  const read = createReader(deps, span.days)
  let left = span.days === 0 ? 0 : (span.rowsMax ?? rowsMax)
  let last: UsageLogPlace | undefined
  while (left > 0) {
    if (span.signal?.aborted) throw new GatewayError('client_closed_request')
    const limit = Math.min(rowsPerSlice, left)
    const rows = await read({ limit, after: last })
    for (const row of rows) if (row.type === logType.consume && isConcerned(row.model_name)) sums.add(row, lists)
    left -= rows.length
    const end = rows.at(-1)
    if (end) last = placeOf(end)
    if (rows.length < limit) break
    await pause()
  }
  const isPartial = span.days > 0 && left === 0 && (await read({ limit: 1, after: last })).length > 0
  return {
    ...sums.total(),
    days: span.days,
    is_partial: isPartial,
    ...(await describeChanges({ snapshot, now: deps.clock.now(), options, after }, request, pause)),
  }
}

async function changesIn(deps: Deps, { proposals, ...given }: EffectRequest) {
  const { options } = deps.state.current()
  if (proposals === undefined) return applyPriceChanges(options, given).next
  const filter = { ...('ids' in proposals ? { ids: proposals.ids } : proposals.all), state: 'open' }
  return planAcceptance(await listProposals(deps.reports, filter, { limit: proposalsMax, offset: 0 }), options).changes
}

/** Reads rows of any type, newest first: those of one type have no index. The span is that of the first moment. */
function createReader({ reports, clock, logStore }: Deps, days: number) {
  const untilAt = clock.now() + 1
  const fromAt = (Math.floor(untilAt / dayMs) - days + 1) * dayMs
  return async (slice: { limit: number; after: UsageLogPlace | undefined }): Promise<UsageLogRow[]> =>
    (await listUsageLogs(reports, { fromAt, untilAt }, slice, { moved: logStore })).rows
}

/**
 * Whether the changes concern the calls of a model: they name it, or its family (`gpt-4-gizmo-*`), or its price or cost
 * differs by a rule or a cost of all models.
 */
function createConcernTest(
  { before, after }: { before: PricedOptions; after: PricedOptions },
  changes: readonly PriceChangeOfModel[],
): (model: string) => boolean {
  const names = new Set(changes.map(({ model }) => model))
  const families = [...names].filter((name) => name.endsWith('*')).map((name) => name.slice(0, -2))
  const [priceBefore, priceAfter] = [createOwnPrices(before), createOwnPrices(after)]
  const costIn = ({ CostPrices }: PricedOptions, model: string) => costEntryFor(CostPrices, [model])
  const known = new Map<string, boolean>()
  const isConcerned = (model: string) =>
    names.has(model) ||
    families.some((start) => model.startsWith(start)) ||
    !isDeepStrictEqual(priceBefore(model), priceAfter(model)) ||
    !isDeepStrictEqual(costIn(before, model), costIn(after, model))
  return (model) => {
    const found = known.get(model) ?? isConcerned(model)
    known.set(model, found)
    return found
  }
}

function createSums() {
  const models = new Map<string, Omit<PriceEffect['models'][number], 'model'>>()
  const skippedBy: PriceEffect['skipped_by'] = {}
  const margin = { calls: 0, margin: 0, would_margin: 0 }
  let costsFound = 0
  let atEarlier = 0
  return {
    add(row: UsageLogRow, lists: PriceLists): void {
      const found = recomputeRow(row, lists)
      const sum = models.get(row.model_name) ?? { calls: 0, charge: 0, would_charge: 0, skipped_by: {} }
      models.set(row.model_name, sum)
      if ('skipped' in found) {
        for (const counts of [skippedBy, sum.skipped_by]) counts[found.skipped] = (counts[found.skipped] ?? 0) + 1
        return
      }
      const { charge, wouldCharge, cost, wouldCost, isEarlier } = found
      sum.calls += 1
      sum.charge += charge
      sum.would_charge += wouldCharge
      if (isEarlier) atEarlier += 1
      if (wouldCost === null) return
      if (cost === null) {
        costsFound += 1
        return
      }
      margin.calls += 1
      margin.margin += charge - cost
      margin.would_margin += wouldCharge - wouldCost
    },
    total() {
      const rows = [...models].map(([model, sum]) => ({ model, ...sum }))
      const sumOf = (name: 'calls' | 'charge' | 'would_charge') => rows.reduce((sum, row) => sum + row[name], 0)
      return {
        calls: sumOf('calls'),
        charge: sumOf('charge'),
        would_charge: sumOf('would_charge'),
        // The largest differences first, then what is least known.
        models: rows.toSorted(
          (a, b) =>
            differenceOf(b) - differenceOf(a) ||
            totalOf(b.skipped_by) - totalOf(a.skipped_by) ||
            (a.model < b.model ? -1 : 1),
        ),
        margin,
        costs_found: costsFound,
        at_earlier_prices: atEarlier,
        skipped: totalOf(skippedBy),
        skipped_by: skippedBy,
      }
    },
  }
}

const totalOf = (skippedBy: PriceEffect['skipped_by']): number =>
  Object.values(skippedBy).reduce((sum, calls) => sum + calls, 0)

const differenceOf = (row: { charge: number; would_charge: number }): number => Math.abs(row.would_charge - row.charge)
