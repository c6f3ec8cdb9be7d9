import type { PriceSheet } from '@sluice/contract/price-sheet'
import { defaultPricesSource } from '../../core/billing/default-prices.ts'
import { toSeconds } from '../../core/to-seconds.ts'
import { lastPriceChanges } from '../../store/price-changes.ts'
import { sumUsageHours, type UsageSum } from '../../store/usage-hours.ts'
import { dayMs } from '../../store/usage-sums.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { buildSheetRows } from './build-sheet.ts'
import { priceVersionOf } from './price-version.ts'

type Deps = Pick<AdminDependencies, 'state' | 'clock' | 'reports'>

/** All prices on one page. */
export async function readPriceSheet(deps: Deps, signal: AbortSignal): Promise<PriceSheet> {
  const uses = await readUses(deps, signal)
  const changes = await lastPriceChanges(deps.reports)
  const snapshot = deps.state.current()
  return {
    rows: buildSheetRows({ snapshot, now: deps.clock.now(), uses, changes }),
    list: {
      name: `${defaultPricesSource.name} ${defaultPricesSource.version}`,
      as_of: toSeconds(defaultPricesSource.asOf),
    },
    version: priceVersionOf(snapshot.options),
  }
}

/** By model, of the last seven days. */
async function readUses({ reports, clock }: Deps, signal: AbortSignal): Promise<Map<string, UsageSum>> {
  const untilAt = clock.now()
  const span = { fromAt: untilAt - 7 * dayMs, untilAt }
  const sums = await sumUsageHours(
    reports,
    span,
    { columns: ['model_name'], step: null, amounts: ['calls', 'quota'] },
    signal,
  )
  return new Map(sums.filter(({ calls, quota }) => calls > 0 || quota !== 0).map((sum) => [sum.model_name, sum]))
}
