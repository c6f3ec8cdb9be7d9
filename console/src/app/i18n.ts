import i18next, { type BackendModule, type ResourceKey } from 'i18next'
import LanguageDetector from 'i18next-browser-languagedetector'
import { initReactI18next } from 'react-i18next'

export const languages = ['zh', 'en'] as const
export type Language = (typeof languages)[number]

/** Each language under its own name, whatever the current one is. */
export const languageNames: Record<Language, string> = { zh: '中文', en: 'English' }

/** One small file per language and area; a page fetches its own the first time it is opened. */
const files = import.meta.glob<{ default: ResourceKey }>('../locales/*/*.ts')

const areaFiles: BackendModule = {
  type: 'backend',
  init() {},
  read(language, area, done) {
    const load = files[`../locales/${language}/${area}.ts`]
    if (!load) return done(new Error(`no texts ${language}/${area}`), null)
    load().then(
      (file) => done(null, file.default),
      (error: unknown) => done(error instanceof Error ? error : new Error(String(error)), null),
    )
  },
}

export const startI18n = () =>
  i18next
    .use(areaFiles)
    .use(LanguageDetector)
    .use(initReactI18next)
    .init({
      supportedLngs: languages,
      nonExplicitSupportedLngs: true,
      load: 'languageOnly',
      fallbackLng: 'zh',
      ns: ['common', 'shell', 'errors'],
      defaultNS: 'common',
      // Both languages are complete (tested); loading the fallback as well would only cost requests.
      partialBundledLanguages: true,
      interpolation: { escapeValue: false },
      detection: {
        order: ['localStorage', 'navigator'],
        lookupLocalStorage: 'i18nextLng',
        caches: ['localStorage'],
        convertDetectedLanguage: (found) => (found.toLowerCase().startsWith('en') ? 'en' : 'zh'),
      },
    })

export const languageOf = (resolved: string | undefined): Language => (resolved === 'en' ? 'en' : 'zh')
