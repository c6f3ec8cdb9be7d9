import { type ErrorCode, errorSentence } from './error-codes.ts'
import { readReason } from './error-reasons.ts'
import zh from './error-texts/zh.ts'
import { fillText } from './fill-text.ts'

export type TextLanguage = 'en' | 'zh'

/** The values of an error that are words of ours, not names that a person chose. */
export const reasonValues: readonly string[] = ['reason', 'what', 'scope', 'period', 'sentence']

/** The public sentence of an error in a language. */
export function errorIn(
  language: TextLanguage,
  code: ErrorCode,
  values: Readonly<Record<string, string | number>> = {},
): string {
  if (language === 'en') return errorSentence(code, { ...values })
  const told = Object.entries(values).map(([name, value]) =>
    reasonValues.includes(name) ? [name, reasonIn(language, String(value))] : [name, value],
  )
  return fillText(zh.code[code], Object.fromEntries(told))
}

/** A reason of the catalogue in a language; any other text as it is. */
export function reasonIn(language: TextLanguage, reason: string): string {
  const read = language === 'en' ? null : readReason(reason)
  if (read === null) return reason
  const text = fillText(zh.reason[read.code], read.values)
  return read.at === '' ? text : fillText(zh.reasonAt, { entry: read.at, reason: text })
}
