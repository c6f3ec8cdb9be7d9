import type { Texts } from './catalogue.ts'
import en from './en/all.ts'
import type { TextLanguage } from './languages.ts'
import zh from './zh/all.ts'

/** The texts of every language. */
export const texts: Readonly<Record<TextLanguage, Texts>> = { en, zh }
