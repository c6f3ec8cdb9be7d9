import { availableModels } from '../state/available-models.ts'
import { pricedNames } from '../state/price-entries.ts'
import type { Snapshot } from '../state/snapshot.ts'

/** The models that this site knows: those with a price or a cost, and those that enabled channels offer. */
export const knownModels = (snapshot: Snapshot, now: number): Set<string> =>
  new Set([...availableModels(snapshot, now), ...pricedNames(snapshot.options)])
