import { type ErrorCode, errorMessages } from './error-codes.ts'
import type { ErrorParams } from './error-params.ts'
import { errorReasons, type Reason } from './error-reasons.ts'
import zh from './error-texts/zh.ts'
import { fillText } from './fill-text.ts'
import { type ErrorWords, writeError, writeReason } from './write-error.ts'

export type TextLanguage = 'en' | 'zh'

const wordsOf: Record<TextLanguage, ErrorWords> = {
  en: {
    error: (code, values) => fillText(errorMessages[code], values),
    reason: (code, values) => fillText(errorReasons[code], values),
    at: (entry, reason) => `${entry}: ${reason}`,
  },
  zh: {
    error: (code, values) => fillText(zh.code[code], values),
    reason: (code, values) => fillText(zh.reason[code], values),
    at: (entry, reason) => fillText(zh.reasonAt, { entry, reason }),
  },
}

/** The public message of an error in a language. */
export const errorIn = (language: TextLanguage, code: ErrorCode, params: ErrorParams = {}): string =>
  writeError(wordsOf[language], code, params)

/** A reason in a language. */
export const reasonIn = (language: TextLanguage, reason: Reason): string => writeReason(wordsOf[language], reason)
