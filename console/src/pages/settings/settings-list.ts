import type { TextLanguage } from '@sluice/contract/messages/languages'
import { buildSearchIndex, isFound, rankOf, type SearchEntry } from './search-index.ts'
import { loadSearchTexts } from './search-texts.ts'
import { tabs } from './tabs.ts'

/** All settings, for use outside of their page. */
export interface SettingsList {
  all: readonly SearchEntry[]
  /** By name or key in any language, best match first. */
  find(text: string): SearchEntry[]
  /** The key of the tab with the entry. */
  tabOf(entry: SearchEntry): string
}

export async function loadSettingsList(language: TextLanguage): Promise<SettingsList> {
  const texts = await loadSearchTexts()
  const all = buildSearchIndex(tabs, texts, language)
  return {
    all,
    find: (text) =>
      all.filter((entry) => isFound(entry, text)).sort((one, other) => rankOf(one, text) - rankOf(other, text)),
    tabOf: ({ tab }) => texts[language].tab[tab] ?? tab,
  }
}
