import { type ErrorCode, errorMessages } from './error-codes.ts'
import type { ErrorParams } from './error-params.ts'
import type { Reason, ReasonCode } from './error-reasons.ts'
import { asSentence } from './fault-place.ts'

type Values = Readonly<Record<string, string | number>>

/** The texts of a language, with their values filled in. `Text` may be undefined if texts can be missing. */
export interface ErrorWords<Text extends string | undefined = string> {
  error(code: ErrorCode, values: Values): Text
  reason(code: ReasonCode, values: Values): string
  /** A reason and the entry that it concerns. */
  at(entry: string, reason: string): string
}

/** A reason in a language. */
export function writeReason(words: Pick<ErrorWords, 'reason' | 'at'>, { code, params, at }: Reason): string {
  const text = words.reason(code, params)
  return at === undefined ? text : words.at(at, text)
}

/** An error in a language, including the reasons among its params. */
export function writeError<Text extends string | undefined>(
  words: ErrorWords<Text>,
  code: ErrorCode,
  params: ErrorParams,
): Text {
  const isFirst = errorMessages[code].startsWith('{{reason}}')
  const write = (reason: Reason) =>
    isFirst && reason.at === undefined ? asSentence(writeReason(words, reason)) : writeReason(words, reason)
  const values = Object.entries(params).map(([name, value]) => [name, typeof value === 'object' ? write(value) : value])
  return words.error(code, Object.fromEntries(values))
}
