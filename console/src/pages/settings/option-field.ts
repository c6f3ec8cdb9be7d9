import type { Option, OptionFault } from '@sluice/contract/options/option'
import type { AnyOptionCard, OptionKey } from '@sluice/contract/options/registry'
import { textKeyOf } from '../../lib/option-texts.ts'

/** A failed check: the reason, and the entry that it concerns; or a text of the settings. */
export type Problem =
  | OptionFault
  /** A key of `problem` in locales/settings, or `area:key` of another file. */
  | { text: string; values?: Record<string, string | number> }

/**
 * A card with its own save button. Its texts are `card.<id>` of its area; those of an option
 * `field.<textKeyOf(key)>`.
 */
export type CardSpec = AnyOptionCard
export type OptionField = Option<unknown>

/** The options of a card, in display order. */
// The keys of every card are those of the registry.
export const optionsOf = (card: Pick<CardSpec, 'options'>): OptionKey[] => Object.keys(card.options) as OptionKey[]

export const cardAnchorOf = (card: Pick<CardSpec, 'id'>): string => `card-${card.id}`

export const controlIdOf = (key: string): string => `option-${textKeyOf(key)}`

export const fieldOf = (card: CardSpec, key: string): OptionField => {
  const field = card.options[key]
  if (!field) throw new Error(`the card ${card.id} has no option ${key}`)
  return field
}
