import { keysOf } from '../typed-keys.ts'

/** The languages of messages and pages: the name that each has in itself, and its tag for documents. */
const known = {
  zh: { name: '中文', tag: 'zh-CN' },
  en: { name: 'English', tag: 'en' },
} as const

export type TextLanguage = keyof typeof known

/** In the order in which people choose among them. */
export const languages: readonly TextLanguage[] = keysOf(known)

export const isLanguage = (text: unknown): text is TextLanguage => languages.some((language) => language === text)

export const nameOfLanguage = (language: TextLanguage): string => known[language].name

/** For `lang` of a document. */
export const tagOfLanguage = (language: TextLanguage): string => known[language].tag
