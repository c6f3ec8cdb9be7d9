import { modelsIn } from '../core/billing/price-tables.ts'
import { availableModels } from '../state/available-models.ts'
import type { Snapshot } from '../state/snapshot.ts'

/** The models that this site knows: those with a price, and those that enabled channels offer. */
export const knownModels = (snapshot: Snapshot, now: number): Set<string> =>
  new Set([...availableModels(snapshot, now), ...modelsIn(snapshot.options)])
