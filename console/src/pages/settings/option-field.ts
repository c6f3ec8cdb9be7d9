import type { OptionArea } from '@sluice/contract/options/areas'
import type { Option, OptionFault } from '@sluice/contract/options/option'
import type { AnyOptionCard, OptionKey } from '@sluice/contract/options/registry'

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

/** The locale file of an area. */
export const textsOf = (area: OptionArea) => `settings-${area}` as const

/** The options of a card, in display order. */
// The keys of every card are those of the registry.
export const optionsOf = (card: Pick<CardSpec, 'options'>): OptionKey[] => Object.keys(card.options) as OptionKey[]

/** Dots separate keys of texts, and are part of the names of options. */
export const textKeyOf = (key: string): string => key.replaceAll('.', '_')

export const cardAnchorOf = (card: Pick<CardSpec, 'id'>): string => `card-${card.id}`

export const controlIdOf = (key: string): string => `option-${textKeyOf(key)}`

export const fieldOf = (card: CardSpec, key: string): OptionField => {
  const field = card.options[key]
  if (!field) throw new Error(`the card ${card.id} has no option ${key}`)
  return field
}
