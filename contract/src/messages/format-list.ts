import type { TextLanguage } from './languages.ts'

const formats = new Map<TextLanguage, Intl.ListFormat>()

/** Names as a list in a sentence: `a, b`, in Chinese `a、b`. */
export function formatList(names: readonly string[], language: TextLanguage): string {
  const format = formats.get(language) ?? new Intl.ListFormat(language, { type: 'conjunction', style: 'narrow' })
  formats.set(language, format)
  return format.format(names)
}
