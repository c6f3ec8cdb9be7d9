import { isLanguage, languages, type TextLanguage } from '@sluice/contract/messages/languages'
import i18next, { type BackendModule, type ResourceKey } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { sessionUser } from '../lib/session.ts'
import { readText, writeText } from '../lib/storage.ts'

/** A file per language and area, loaded when a page is first opened. */
const areas = import.meta.glob<{ default: ResourceKey }>([
  '../locales/*/*.ts',
  '!../locales/*/{account,causes,common,connect,errors,flow,logs,pricing,receipt,routing,shell,tokens,users}.ts',
  '!../locales/*/channel{s,-checks,-editor,-keys}.ts',
  '!../locales/*/settings*.ts',
])
/** A file per language for areas that pages need together. */
const together = import.meta.glob<{ default: Record<string, ResourceKey> }>('../locales/*/together/*.ts')
const sharedFiles: Readonly<Record<string, string>> = {
  account: 'users',
  causes: 'logs',
  'channel-checks': 'channels',
  'channel-editor': 'channels',
  'channel-keys': 'channels',
  channels: 'channels',
  common: 'first',
  connect: 'tokens',
  errors: 'errors',
  flow: 'pricing',
  logs: 'logs',
  pricing: 'pricing',
  receipt: 'logs',
  routing: 'logs',
  settings: 'settings',
  'settings-models': 'settings',
  'settings-operation': 'settings',
  'settings-other': 'settings',
  'settings-prices': 'settings',
  'settings-ratelimit': 'settings',
  'settings-system': 'settings',
  shell: 'first',
  tokens: 'tokens',
  users: 'users',
}

const areaFiles: BackendModule = {
  type: 'backend',
  init() {},
  read(language, area, done) {
    loadTexts(languageOf(language), area).then(
      (texts) => done(null, texts),
      // `true`: it is tried again. Until then the page waits; without its texts it would show their keys.
      (error: unknown) => done(error instanceof Error ? error : new Error(String(error)), true),
    )
  },
}

async function loadTexts(language: TextLanguage, area: string): Promise<ResourceKey> {
  const file = sharedFiles[area]
  const texts =
    file === undefined
      ? (await areas[`../locales/${language}/${area}.ts`]?.())?.default
      : (await together[`../locales/${language}/together/${file}.ts`]?.())?.default[area]
  if (texts === undefined) throw new Error(`no texts ${language}/${area}`)
  return texts
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
      // The console writes stored errors and reasons everywhere; public pages only when a call fails.
      ns: sessionUser() === null ? ['common', 'shell'] : ['common', 'shell', 'errors'],
      defaultNS: 'common',
      // Each language is complete (tested), so no fallback is loaded.
      partialBundledLanguages: true,
      interpolation: { escapeValue: false },
    })
}

export const languageOf = (resolved: string | undefined): TextLanguage => (isLanguage(resolved) ? resolved : 'zh')
