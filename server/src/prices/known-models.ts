import type { PriceOptions } from '../core/billing/price-fields.ts'
import { availableModels } from '../state/available-models.ts'
import type { Snapshot } from '../state/snapshot.ts'

/** The models that this site knows: those with a price, and those that enabled channels offer. */
export const knownModels = (snapshot: Snapshot, now: number): Set<string> =>
  new Set([...availableModels(snapshot, now), ...pricedModels(snapshot.options)])

const pricedModels = ({ ModelRatio, ModelPrice }: PriceOptions): string[] => [
  ...Object.keys(ModelRatio),
  ...Object.keys(ModelPrice),
]
