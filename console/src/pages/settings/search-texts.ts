import { languages, type TextLanguage } from '@sluice/contract/messages/languages'
import { type OptionArea, optionAreas } from '@sluice/contract/options/areas'
import { mapKeys } from '@sluice/contract/typed-keys'
import type { SearchTexts, SettingsTexts } from './search-index.ts'

type Areas = { settings: Pick<SettingsTexts, 'tab'> } & Record<`settings-${OptionArea}`, SearchTexts>

const files = import.meta.glob<{ default: Areas }>('../../locales/*/together/settings.ts')

async function loadTexts(language: TextLanguage): Promise<SettingsTexts> {
  const file = await files[`../../locales/${language}/together/settings.ts`]?.()
  if (file === undefined) throw new Error(`no texts of the settings in ${language}`)
  const { settings, ...areas } = file.default
  return { areas: mapKeys(optionAreas, (area) => areas[`settings-${area}`]), tab: settings.tab }
}

/** The names of all settings in every language, for the search. */
export async function loadSearchTexts(): Promise<Record<TextLanguage, SettingsTexts>> {
  const texts = mapKeys(languages, (): SettingsTexts => ({ areas: {}, tab: {} }))
  const loading = languages.map(async (language) => {
    texts[language] = await loadTexts(language)
  })
  await Promise.all(loading)
  return texts
}
