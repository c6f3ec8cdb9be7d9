import type { MarkupRule, PriceChangeOfModel, PriceSheet } from '@sluice/contract/price-sheet'
import type { PricePatch } from './model-price.ts'

export type Patches = ReadonlyMap<string, PricePatch>
/** Model → its change; null = none any more. */
export type PatchEdits = readonly (readonly [model: string, patch: PricePatch | null])[]

/** How many edits can be undone. */
const stepsMax = 100

interface Unpublished {
  patches: Patches
  /** All markup rules as they shall be; null = they stay. */
  rules: readonly MarkupRule[] | null
  /** The sheet that the first of them was made on; null = there are none. */
  base: PriceSheet | null
}
const none: Unpublished = { patches: new Map(), rules: null, base: null }

/** Unpublished changes. Outside React, so that an edit renders the cells of one model, not the whole sheet. */
export function createChangeStore() {
  let current = none
  let past: Unpublished[] = []
  const listeners = new Set<() => void>()
  const show = (next: Unpublished) => {
    current = next.patches.size === 0 && next.rules === null ? none : next
    for (const listener of listeners) listener()
  }
  return {
    get: () => current.patches,
    rules: () => current.rules,
    /** A publication names its version: what was published since then is a conflict, also after a refresh. */
    base: () => current.base,
    canUndo: () => past.length > 0,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    /** One step, however many models it changes; `sheet`: what the user saw. */
    edit(edits: PatchEdits, sheet: PriceSheet) {
      if (edits.length === 0) return
      const patches = new Map(current.patches)
      for (const [model, patch] of edits) {
        if (patch === null) patches.delete(model)
        else patches.set(model, patch)
      }
      past = [...past, current].slice(-stepsMax)
      show({ ...current, patches, base: current.base ?? sheet })
    },
    editRules(rules: readonly MarkupRule[], sheet: PriceSheet) {
      const base = current.base ?? sheet
      const isSame = JSON.stringify(rules) === JSON.stringify(base.markup_rules)
      past = [...past, current].slice(-stepsMax)
      show({ ...current, rules: isSame ? null : rules, base })
    },
    undo() {
      const last = past.at(-1)
      if (last === undefined) return
      past = past.slice(0, -1)
      show(last)
    },
    /** Forgets these changes and what could be undone, after they were published or given up. */
    drop(models: readonly string[], { rules }: { rules: boolean }) {
      past = []
      const left = new Map([...current.patches].filter(([model]) => !models.includes(model)))
      show({ patches: left, rules: rules ? null : current.rules, base: current.base })
    },
  }
}
export type ChangeStore = ReturnType<typeof createChangeStore>

export const changesOf = (patches: Patches): PriceChangeOfModel[] =>
  [...patches].map(([model, patch]) => ({ model, ...patch }))
