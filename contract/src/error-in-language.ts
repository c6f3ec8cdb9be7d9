import { type ErrorCode, errorMessages } from './error-codes.ts'
import type { ErrorParams } from './error-params.ts'
import { errorReasons, type Reason } from './error-reasons.ts'
import zh from './error-texts/zh.ts'
import { describePlace, isPredicate, withSubject } from './fault-place.ts'
import { fillText } from './fill-text.ts'
import { type ErrorWords, writeError, writeReason } from './write-error.ts'

export type TextLanguage = 'en' | 'zh'

const wordsOf: Record<TextLanguage, ErrorWords> = {
  en: {
    error: (code, values) => fillText(messageFor(code, values), values),
    reason: (code, values) => fillText(errorReasons[code], values),
    at: (entry, reason) =>
      withSubject(
        describePlace(entry, (number) => `entry ${number}`),
        reason,
      ),
  },
  zh: {
    error: (code, values) => fillText(zh.code[code], values),
    reason: (code, values) => fillText(zh.reason[code], values),
    at: (entry, reason) => fillText(zh.reasonAt, { entry: describePlace(entry, numberInZh, '，'), reason }),
  },
}

const numberInZh = (number: number): string => fillText(zh.entryNumber, { number })

/** The English message. A predicate follows its subject without a colon: `GroupRatio is not valid JSON.` */
function messageFor(code: ErrorCode, { reason }: Readonly<Record<string, string | number>>): string {
  const message = errorMessages[code]
  return isPredicate(String(reason)) ? message.replace('}}: {{reason}}', '}} {{reason}}') : message
}

/** The public message of an error in a language. */
export const errorIn = (language: TextLanguage, code: ErrorCode, params: ErrorParams = {}): string =>
  writeError(wordsOf[language], code, params)

/** A reason in a language. */
export const reasonIn = (language: TextLanguage, reason: Reason): string => writeReason(wordsOf[language], reason)
