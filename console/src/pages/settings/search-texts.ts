import type { SearchLanguage, SearchTexts, TextsByArea } from './search-index.ts'

const files = import.meta.glob<{ default: SearchTexts }>('../../locales/*/settings*.ts')

/** The names of all settings in every language: a setting is found by each of them. */
export async function loadSearchTexts(): Promise<Record<SearchLanguage, TextsByArea>> {
  const texts: Record<string, Record<string, SearchTexts>> = {}
  const all = Object.entries(files).map(async ([path, load]) => {
    const [language = '', area = ''] = path.replace(/^.*locales\/|\.ts$/g, '').split('/')
    const { default: found } = await load()
    texts[language] = { ...texts[language], [area]: found }
  })
  await Promise.all(all)
  return { zh: texts.zh ?? {}, en: texts.en ?? {} }
}
