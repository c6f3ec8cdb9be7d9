import i18next, { type BackendModule, type ResourceKey } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { readText, writeText } from '../lib/storage.ts'

export const languages = ['zh', 'en'] as const
export type Language = (typeof languages)[number]

/** Each language under its own name, whatever the current one is. */
export const languageNames: Record<Language, string> = { zh: '中文', en: 'English' }

/** One small file per language and area; a page fetches its own the first time it is opened. */
const files = import.meta.glob<{ default: ResourceKey }>('../locales/*/*.ts')
/** The server has texts in common with the console. */
const errorFiles: Record<string, () => Promise<{ default: ResourceKey }>> = {
  zh: () => import('@sluice/contract/error-texts/zh'),
  en: () => import('@sluice/contract/error-texts/en'),
}

const areaFiles: BackendModule = {
  type: 'backend',
  init() {},
  read(language, area, done) {
    const load = area === 'errors' ? errorFiles[language] : files[`../locales/${language}/${area}.ts`]
    if (!load) return done(new Error(`no texts ${language}/${area}`), null)
    load().then(
      (file) => done(null, file.default),
      (error: unknown) => done(error instanceof Error ? error : new Error(String(error)), null),
    )
  },
}

/** The language chosen before, else the first the browser asks for. */
const firstLanguage = (): Language =>
  (readText('i18nextLng') ?? navigator.language).toLowerCase().startsWith('en') ? 'en' : 'zh'

export async function startI18n(): Promise<void> {
  i18next.on('languageChanged', (language) => writeText('i18nextLng', language))
  await i18next
    .use(areaFiles)
    .use(initReactI18next)
    .init({
      lng: firstLanguage(),
      supportedLngs: languages,
      fallbackLng: false,
      ns: ['common', 'shell', 'errors'],
      defaultNS: 'common',
      // Each language is complete (tested): no other one is loaded for what it lacks.
      partialBundledLanguages: true,
      interpolation: { escapeValue: false },
    })
}

export const languageOf = (resolved: string | undefined): Language => (resolved === 'en' ? 'en' : 'zh')
