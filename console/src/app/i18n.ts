import i18next, { type BackendModule, type ResourceKey } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { readText, writeText } from '../lib/storage.ts'

export const languages = ['zh', 'en'] as const
export type Language = (typeof languages)[number]

/** Each language by its own name, whatever the current one is. */
export const languageNames: Record<Language, string> = { zh: '中文', en: 'English' }

/** One small file per language and area, loaded when a page is first opened. */
const files = import.meta.glob<{ default: ResourceKey }>('../locales/*/*.ts')
/** Texts that the server and the console share. */
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

/** The language chosen earlier, otherwise the first one that the browser asks for. */
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
      // Each language is complete (tested), so no fallback is loaded.
      partialBundledLanguages: true,
      interpolation: { escapeValue: false },
    })
}

export const languageOf = (resolved: string | undefined): Language => (resolved === 'en' ? 'en' : 'zh')
