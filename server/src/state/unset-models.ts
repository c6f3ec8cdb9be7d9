import type { UnsetModel } from '@sluice/contract/option'
import type { PriceOptions } from '../core/billing/price-fields.ts'
import { createPriceList } from '../core/billing/price-list.ts'
import { availableModels } from './available-models.ts'
import type { Snapshot } from './snapshot.ts'

/** Callable models with neither a price nor a ratio, with the channels that offer them. */
export function unsetModels(snapshot: Snapshot, now: number): UnsetModel[] {
  return unpricedAmong(availableModels(snapshot, now), snapshot.options).map((model) => ({
    model,
    channels: channelsOf(snapshot, model),
  }))
}

/** Those of `models` with neither a price nor a ratio: calls to them are refused unless such models are free. */
export function unpricedAmong(models: readonly string[], options: PriceOptions): string[] {
  const priceList = createPriceList(options)
  return models.filter((model) => priceList.planOf(model) === null)
}

function channelsOf({ routes }: Snapshot, model: string): UnsetModel['channels'] {
  const names = new Map<number, string>()
  for (const models of routes.values()) for (const { id, name } of models.get(model) ?? []) names.set(id, name)
  return [...names].map(([id, name]) => ({ id, name })).sort((a, b) => a.id - b.id)
}
