import { dayMs } from '@sluice/contract/durations'
import type { PriceFileFormat, PriceFileRead, PriceSheet } from '@sluice/contract/price-sheet'
import { lookUp } from '@sluice/contract/typed-keys'
import { defaultPricesSource } from '../../core/billing/default-prices.ts'
import { toSeconds } from '../../core/to-seconds.ts'
import { lastPriceChanges } from '../../store/price-changes.ts'
import { sumUsageHours, type UsageSum } from '../../store/usage-hours.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { buildSheetRows } from './build-sheet.ts'
import { buildPriceFile } from './price-file.ts'
import { priceVersionOf } from './price-version.ts'
import { readPriceFile } from './read-file.ts'

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
    markup_rules: [...snapshot.options.MarkupRules],
    default_cost: lookUp(snapshot.options.CostPrices, 'default', null),
    version: priceVersionOf(snapshot.options),
  }
}

/** The sheet as a file. */
export async function exportPrices(deps: Deps, format: PriceFileFormat, signal: AbortSignal): Promise<Response> {
  const { rows } = await readPriceSheet(deps, signal)
  const day = new Date(deps.clock.now()).toISOString().slice(0, 10)
  return new Response(buildPriceFile(rows, format), {
    headers: {
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="prices-${day}.${format}"`,
    },
  })
}

/** The changes that a file makes to the present prices. */
export async function readFileOfPrices(deps: Deps, text: string, signal: AbortSignal): Promise<PriceFileRead> {
  const { rows } = await readPriceSheet(deps, signal)
  return readPriceFile(text, rows)
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
