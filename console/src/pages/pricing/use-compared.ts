import { useUrlState } from '../../lib/url-state.ts'
import { comparedMax, readCompared, toggleCompared, writeCompared } from './compared-models.ts'

export const comparedDefaults = { compare: '', beside: false }

export interface Compared {
  names: readonly string[]
  /** The value of the search parameter, for links to other model pages. */
  text: string
  isFull: boolean
  /** Whether they are shown beside each other. */
  isOpen: boolean
  toggle(model: string): void
  clear(): void
  setOpen(isOpen: boolean): void
}

/** The models that are compared. They are part of the address, so that a link shows the same. */
export function useCompared(): Compared {
  const [{ compare: text, beside: isOpen }, patch] = useUrlState(comparedDefaults)
  const names = readCompared(text)
  return {
    names,
    text,
    isFull: names.length >= comparedMax,
    isOpen,
    toggle: (model) => void patch({ compare: writeCompared(toggleCompared(names, model)) }),
    clear: () => void patch({ compare: '', beside: false }),
    setOpen: (next) => void patch({ beside: next }, { replace: false }),
  }
}
