import type { PriceSheet } from '@sluice/contract/price-sheet'
import { defaultPricesSource } from '../../core/billing/default-prices.ts'
import { toSeconds } from '../../core/to-seconds.ts'
import { sumUsageHours } from '../../store/usage-hours.ts'
import { dayMs } from '../../store/usage-sums.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { buildSheetRows, type ModelUse } from './build-sheet.ts'
import { priceVersionOf } from './price-version.ts'

/** All prices on one page. */
export function createPriceService({ state, clock, reports }: AdminDependencies) {
  return {
    async readSheet(signal: AbortSignal): Promise<PriceSheet> {
      const uses = await readUses(signal)
      const snapshot = state.current()
      return {
        rows: buildSheetRows({ snapshot, now: clock.now(), uses, changes: new Map() }),
        list: {
          name: `${defaultPricesSource.name} ${defaultPricesSource.version}`,
          as_of: toSeconds(defaultPricesSource.asOf),
        },
        version: priceVersionOf(snapshot.options),
      }
    },
  }

  /** By model, of the last seven days. */
  async function readUses(signal: AbortSignal): Promise<Map<string, ModelUse>> {
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
}
