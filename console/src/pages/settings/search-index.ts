import { type TextArea, textKeyOf } from './option-field.ts'
import type { TabSpec } from './tabs.ts'

/** The texts of an area, as far as the search reads them. */
export interface SearchTexts {
  card: Record<string, { title: string }>
  field: Record<string, { label: string; help?: string }>
}
export type SearchLanguage = 'zh' | 'en'
export type TextsByArea = Partial<Record<TextArea, SearchTexts>>

export interface SearchEntry {
  tab: TabSpec['key']
  card: string
  option: string
  label: string
  cardTitle: string
  /** Key, label and card in both languages, in small letters. */
  haystack: string
}

/** Every option of every tab, named in `language` and found in both. */
export function buildSearchIndex(
  tabs: readonly Pick<TabSpec, 'key' | 'cards'>[],
  texts: Record<SearchLanguage, TextsByArea>,
  language: SearchLanguage,
): SearchEntry[] {
  return tabs.flatMap((tab) =>
    tab.cards.flatMap((card) =>
      Object.keys(card.fields).map((option) => {
        const inLanguage = (name: SearchLanguage) => ({
          label: texts[name][card.area]?.field[textKeyOf(option)]?.label ?? '',
          help: texts[name][card.area]?.field[textKeyOf(option)]?.help ?? '',
          cardTitle: texts[name][card.area]?.card[card.id]?.title ?? '',
        })
        const [zh, en] = [inLanguage('zh'), inLanguage('en')]
        const { label, cardTitle } = language === 'zh' ? zh : en
        const haystack = [option, ...Object.values(zh), ...Object.values(en)].join('\n').toLowerCase()
        return { tab: tab.key, card: card.id, option, label, cardTitle, haystack }
      }),
    ),
  )
}

/** Whether each word of `query` is in the entry. */
export function isFound({ haystack }: Pick<SearchEntry, 'haystack'>, query: string): boolean {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  return words.every((word) => haystack.includes(word))
}
