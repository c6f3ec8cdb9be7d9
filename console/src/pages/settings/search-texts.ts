import { isOptionArea } from '@sluice/contract/options/areas'
import type { SearchLanguage, SearchTexts, SettingsTexts } from './search-index.ts'

const areas = import.meta.glob<{ default: SearchTexts }>('../../locales/*/settings-*.ts')
const pages = import.meta.glob<{ default: Pick<SettingsTexts, 'tab'> }>('../../locales/*/settings.ts')

async function loadTexts(language: SearchLanguage): Promise<SettingsTexts> {
  const texts: SettingsTexts = { areas: {}, tab: {} }
  const page = pages[`../../locales/${language}/settings.ts`]
  const loading = Object.entries(areas).map(async ([path, load]) => {
    const [, of, area = ''] = /(\w+)\/settings-(\w+)\.ts$/.exec(path) ?? []
    if (of === language && isOptionArea(area)) texts.areas[area] = (await load()).default
  })
  await Promise.all(loading)
  if (page) texts.tab = (await page()).default.tab
  return texts
}

/** The names of all settings in every language, for the search. */
export async function loadSearchTexts(): Promise<Record<SearchLanguage, SettingsTexts>> {
  const [zh, en] = await Promise.all([loadTexts('zh'), loadTexts('en')])
  return { zh, en }
}
