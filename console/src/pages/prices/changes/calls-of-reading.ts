import type { PriceEffect } from '@sluice/contract/price-sheet'
import { formatNumber } from '../../../lib/format.ts'

const namesShown = 3

/**
 * The calls that an expression prices which reads the request: they cannot be computed again. `names`: the models with
 * most of them, each with its calls: `gpt-5.4: 12`.
 */
export function callsOfReading({ models, skipped_by }: Pick<PriceEffect, 'models' | 'skipped_by'>) {
  const found = models
    .map(({ model, skipped_by: { request = 0 } }) => ({ model, calls: request }))
    .filter(({ calls }) => calls > 0)
    .toSorted((a, b) => b.calls - a.calls)
  const names = found.slice(0, namesShown).map(({ model, calls }) => `${model}: ${formatNumber(calls)}`)
  return { calls: skipped_by.request ?? 0, names: found.length > namesShown ? [...names, '…'] : names }
}
