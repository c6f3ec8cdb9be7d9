import type { Texts } from './catalogue.ts'
import type { TextLanguage } from './languages.ts'

/** Loads the texts of a language for the console. */
export const loadShared: Readonly<Record<TextLanguage, () => Promise<{ default: Texts }>>> = {
  en: () => import('./en/shared.ts'),
  zh: () => import('./zh/shared.ts'),
}
