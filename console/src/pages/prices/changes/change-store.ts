import type { PriceChangeOfModel } from '@sluice/contract/price-sheet'
import type { PricePatch } from './model-price.ts'

export type Patches = ReadonlyMap<string, PricePatch>
/** Model → its change; null = none any more. */
export type PatchEdits = readonly (readonly [model: string, patch: PricePatch | null])[]

/** How many edits can be undone. */
const stepsMax = 100

/** Unpublished changes. Outside React, so that an edit renders the cells of one model, not the whole sheet. */
export function createChangeStore() {
  let patches: Patches = new Map()
  let past: Patches[] = []
  const listeners = new Set<() => void>()
  const show = (next: Patches) => {
    patches = next
    for (const listener of listeners) listener()
  }
  return {
    get: () => patches,
    canUndo: () => past.length > 0,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    /** One step, however many models it changes. */
    edit(edits: PatchEdits) {
      if (edits.length === 0) return
      const next = new Map(patches)
      for (const [model, patch] of edits) {
        if (patch === null) next.delete(model)
        else next.set(model, patch)
      }
      past = [...past, patches].slice(-stepsMax)
      show(next)
    },
    undo() {
      const last = past.at(-1)
      if (last === undefined) return
      past = past.slice(0, -1)
      show(last)
    },
    /** Forgets the changes of these models and what could be undone, after they were published or given up. */
    drop(models: readonly string[]) {
      past = []
      show(new Map([...patches].filter(([model]) => !models.includes(model))))
    },
  }
}
export type ChangeStore = ReturnType<typeof createChangeStore>

export const changesOf = (patches: Patches): PriceChangeOfModel[] =>
  [...patches].map(([model, patch]) => ({ model, ...patch }))
