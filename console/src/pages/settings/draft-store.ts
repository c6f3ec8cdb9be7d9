import type { OptionDraft } from './option-draft.ts'

/** The state of the page besides the server's values. */
interface DraftState {
  draft: OptionDraft
  /** Options with an invalid text, as of the last check: on blur and on save. */
  problems: Readonly<Record<string, string>>
}

export interface DraftStore {
  get(): DraftState
  subscribe(listener: () => void): () => void
  /** Sets the text of a field and clears its fault. */
  set(key: string, text: string): void
  /** Discards input. With `texts`, only if it still is that text. */
  drop(keys: readonly string[], texts?: Readonly<Record<string, string>>): void
  /** Sets the faults of some fields; null = none. */
  mark(problems: Readonly<Record<string, string | null>>): void
}

/** Outside React, so that a key stroke renders one field and its card, not the whole page. */
export function createDraftStore(draft: OptionDraft = {}): DraftStore {
  let state: DraftState = { draft, problems: {} }
  const listeners = new Set<() => void>()
  const change = (next: Partial<DraftState>) => {
    state = { ...state, ...next }
    for (const listener of listeners) listener()
  }
  const without = <T>(record: Readonly<Record<string, T>>, isGone: (key: string) => boolean) =>
    Object.fromEntries(Object.entries(record).filter(([key]) => !isGone(key)))
  return {
    get: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    set(key, text) {
      change({
        draft: { ...state.draft, [key]: text },
        problems: without(state.problems, (name) => name === key),
      })
    },
    drop(keys, texts) {
      const isGone = (key: string) => keys.includes(key) && (texts === undefined || texts[key] === state.draft[key])
      change({ draft: without(state.draft, isGone), problems: without(state.problems, isGone) })
    },
    mark(problems) {
      const marked = { ...without(state.problems, (key) => key in problems) }
      for (const [key, text] of Object.entries(problems)) if (text !== null) marked[key] = text
      change({ problems: marked })
    },
  }
}
