import { languages, type TextLanguage } from '@sluice/contract/messages/languages'
import { isOptionArea } from '@sluice/contract/options/areas'
import { mapKeys } from '@sluice/contract/typed-keys'
import type { SearchTexts, SettingsTexts } from './search-index.ts'

const areas = import.meta.glob<{ default: SearchTexts }>('../../locales/*/settings-*.ts')
const pages = import.meta.glob<{ default: Pick<SettingsTexts, 'tab'> }>('../../locales/*/settings.ts')

async function loadTexts(language: TextLanguage): Promise<SettingsTexts> {
  const texts = emptyTexts()
  const page = pages[`../../locales/${language}/settings.ts`]
  const loading = Object.entries(areas).map(async ([path, load]) => {
    const [, of, area = ''] = /(\w+)\/settings-(\w+)\.ts$/.exec(path) ?? []
    if (of === language && isOptionArea(area)) texts.areas[area] = (await load()).default
  })
  await Promise.all(loading)
  if (page) texts.tab = (await page()).default.tab
  return texts
}

const emptyTexts = (): SettingsTexts => ({ areas: {}, tab: {} })

/** The names of all settings in every language, for the search. */
export async function loadSearchTexts(): Promise<Record<TextLanguage, SettingsTexts>> {
  const texts = mapKeys(languages, emptyTexts)
  const loading = languages.map(async (language) => {
    texts[language] = await loadTexts(language)
  })
  await Promise.all(loading)
  return texts
}
