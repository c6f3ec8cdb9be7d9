import { languages, type TextLanguage } from '@sluice/contract/messages/languages'
import type { OptionArea } from '@sluice/contract/options/areas'
import { isOptionKey } from '@sluice/contract/options/registry'
import { textKeyOf } from '../../lib/option-texts.ts'
import { synonyms } from './search-synonyms.ts'
import type { TabSpec } from './tabs.ts'

/** The texts of an area that the search uses. */
export interface SearchTexts {
  card: Record<string, { title: string }>
  field: Record<string, { label: string; help?: string }>
}
/** The texts of the settings in one language. */
export interface SettingsTexts {
  areas: Partial<Record<OptionArea, SearchTexts>>
  /** Names of the tabs. */
  tab: Record<string, string>
}

export interface SearchEntry {
  tab: TabSpec['key']
  card: string
  option: string
  label: string
  cardTitle: string
  /** In every language and lower case, most important first: key, label and synonyms; card; help. */
  haystacks: readonly [name: string, card: string, help: string]
}

/** Every option of every tab, named in `language` and searchable in all. */
export function buildSearchIndex(
  tabs: readonly Pick<TabSpec, 'key' | 'cards'>[],
  texts: Record<TextLanguage, Pick<SettingsTexts, 'areas'>>,
  language: TextLanguage,
): SearchEntry[] {
  return tabs.flatMap((tab) =>
    tab.cards.flatMap((card) =>
      Object.keys(card.options).map((option) => {
        const inLanguage = (name: TextLanguage) => ({
          label: texts[name].areas[card.area]?.field[textKeyOf(option)]?.label ?? '',
          help: texts[name].areas[card.area]?.field[textKeyOf(option)]?.help ?? '',
          cardTitle: texts[name].areas[card.area]?.card[card.id]?.title ?? '',
        })
        const all = languages.map(inLanguage)
        const { label, cardTitle } = inLanguage(language)
        const lines = (texts: readonly string[]) => texts.join('\n').toLowerCase()
        const otherNames = isOptionKey(option) ? (synonyms[option] ?? '') : ''
        const haystacks = [
          lines([option, ...all.map(({ label }) => label), otherNames]),
          lines(all.map(({ cardTitle }) => cardTitle)),
          lines(all.map(({ help }) => help)),
        ] as const
        return { tab: tab.key, card: card.id, option, label, cardTitle, haystacks }
      }),
    ),
  )
}

const wordsOf = (query: string): string[] => query.toLowerCase().split(/\s+/).filter(Boolean)

/** Whether the entry contains each word of `query`. */
export const isFound = ({ haystacks }: Pick<SearchEntry, 'haystacks'>, query: string): boolean =>
  wordsOf(query).every((word) => haystacks.some((text) => text.includes(word)))

/** Rank of a match: name before card before help. Smaller comes first. */
export const rankOf = ({ haystacks }: Pick<SearchEntry, 'haystacks'>, query: string): number =>
  Math.max(0, ...wordsOf(query).map((word) => haystacks.findIndex((text) => text.includes(word))))
