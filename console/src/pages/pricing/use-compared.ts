import type { Pricing } from '@sluice/contract/pricing'
import { useUrlState } from '../../lib/url-state.ts'
import { comparedMax, readCompared, toggleCompared, writeCompared } from './compared-models.ts'

export const comparedDefaults = { compare: '', beside: false }

export interface Compared {
  names: readonly string[]
  /** Names of the address that are not on the list; the next change leaves them out of it. */
  unknown: readonly string[]
  /** The value of the search parameter, for links to other model pages. */
  text: string
  isFull: boolean
  /** Whether they are shown beside each other. */
  isOpen: boolean
  toggle(model: string): void
  dropUnknown(): void
  clear(): void
  setOpen(isOpen: boolean): void
}

/**
 * The models that are compared. They are part of the address, so that a link shows the same. Until the list is there,
 * every name counts as known.
 */
export function useCompared(pricing?: Pricing): Compared {
  const [{ compare: text, beside: isOpen }, patch] = useUrlState(comparedDefaults)
  const isListed = (name: string) => pricing?.data.some(({ model_name: model }) => model === name) ?? true
  const { names, unknown } = readCompared(text, isListed)
  return {
    names,
    unknown,
    text,
    isFull: names.length >= comparedMax,
    isOpen,
    toggle: (model) => void patch({ compare: writeCompared(toggleCompared(names, model)) }),
    dropUnknown: () => void patch({ compare: writeCompared(names) }),
    clear: () => void patch({ compare: '', beside: false }),
    setOpen: (next) => void patch({ beside: next }, { replace: false }),
  }
}
