import { isLanguage, languages, type TextLanguage } from '@sluice/contract/messages/languages'
import { loadShared } from '@sluice/contract/messages/load-shared'
import i18next, { type BackendModule, type ResourceKey } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { readText, writeText } from '../lib/storage.ts'

/** One small file per language and area, loaded when a page is first opened. */
const files = import.meta.glob<{ default: ResourceKey }>('../locales/*/*.ts')

const areaFiles: BackendModule = {
  type: 'backend',
  init() {},
  read(language, area, done) {
    loadTexts(language, area).then(
      (texts) => done(null, texts),
      // `true`: it is tried again. Until then the page waits; without its texts it would show their keys.
      (error: unknown) => done(error instanceof Error ? error : new Error(String(error)), true),
    )
  },
}

/** The texts of an area; those of errors with the server's messages, for `message-reader.ts`. */
async function loadTexts(language: string, area: string): Promise<ResourceKey> {
  const load = files[`../locales/${language}/${area}.ts`]
  if (!load) throw new Error(`no texts ${language}/${area}`)
  if (area !== 'errors') return (await load()).default
  const [own, messages] = await Promise.all([load(), loadShared[languageOf(language)]()])
  return { ...Object(own.default), messages: messages.default }
}

/** The language chosen earlier, otherwise the first one that the browser asks for. */
const firstLanguage = (): TextLanguage =>
  languageOf((readText('i18nextLng') ?? navigator.language).toLowerCase().split('-')[0])

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

export const languageOf = (resolved: string | undefined): TextLanguage => (isLanguage(resolved) ? resolved : 'zh')
