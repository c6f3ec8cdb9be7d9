import type { OptionWrite } from '@sluice/contract/option'
import { createContext, useContext, useSyncExternalStore } from 'react'
import type { DraftStore } from './draft-store.ts'
import type { OptionDraft, OptionSnapshot } from './option-draft.ts'
import type { CardSpec } from './option-field.ts'
import type { SaveOutcome } from './save-options.ts'

/** The scroll target of the page: a card, or an option in it. */
export interface JumpTarget {
  card: string
  option?: string
}

/** What *Save all* needs of a card. */
export interface CardSave {
  /** Checks the card, and returns what it would send; null = the card has shown why not, or the user stopped. */
  prepare(): Promise<OptionWrite[] | null>
  /** Shows what the server refused, beside the fields. */
  refuse(failed: SaveOutcome['failed']): Promise<void>
}

export interface Settings {
  snapshot: OptionSnapshot
  store: DraftStore
  /** How each shown card is saved with others, by its id. */
  saves: Map<string, CardSave>
  isRoot: boolean
  target: JumpTarget | null
  onArrive(): void
}

export const SettingsContext = createContext<Settings | null>(null)
export const CardContext = createContext<CardSpec | null>(null)

export function useSettings(): Settings {
  const settings = useContext(SettingsContext)
  if (settings === null) throw new Error('outside of the settings page')
  return settings
}

export function useCard(): CardSpec {
  const card = useContext(CardContext)
  if (card === null) throw new Error('outside of a card')
  return card
}

export function useDraft(): OptionDraft {
  const { store } = useSettings()
  return useSyncExternalStore(store.subscribe, () => store.get().draft)
}
