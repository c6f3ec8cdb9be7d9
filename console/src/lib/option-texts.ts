import type { OptionArea } from '@sluice/contract/options/areas'
import { type AnyOptionCard, type OptionKey, optionCards } from '@sluice/contract/options/registry'

/** The locale file of an area. */
export const textsOf = (area: OptionArea) => `settings-${area}` as const

/** Dots separate keys of texts, and are part of the names of options. */
export const textKeyOf = (key: string): string => key.replaceAll('.', '_')

/** The card with the option; null for one that no card shows. */
export const cardOf = (key: OptionKey): AnyOptionCard | null =>
  optionCards.find(({ options }) => Object.hasOwn(options, key)) ?? null
