import { type ErrorCode, errorCodes } from '@sluice/contract/error-codes'
import { type ReasonCode, readReason } from '@sluice/contract/error-reasons'

/** The texts of a language for what the server says. */
export interface ErrorTexts {
  /** Looks a translated sentence up; undefined when the language has none. */
  sentence(code: ErrorCode, values: Record<string, string>): string | undefined
  reason(code: ReasonCode, values: Record<string, string>): string
  /** A reason and the entry it is about. */
  at(entry: string, reason: string): string
}

const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(errorCodes, code)

/**
 * The values the server filled into the sentence of `code`, read back from the sentence itself. null when the
 * sentence is not the catalogue's, so that a more exact one from the server is never thrown away.
 */
export function valuesOf(code: ErrorCode, sentence: string): Record<string, string> | null {
  const names: string[] = []
  const pattern = errorCodes[code].message
    .split(/(\{\w+\})/)
    .map((part) => {
      const name = /^\{(\w+)\}$/.exec(part)?.[1]
      if (name === undefined) return part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
      names.push(name)
      return '([\\s\\S]*?)'
    })
    .join('')
  const match = new RegExp(`^${pattern}$`).exec(sentence)
  if (!match) return null
  return Object.fromEntries(names.map((name, index) => [name, match[index + 1] ?? '']))
}

/** What to tell the person: the code's sentence in their language, else the server's own. */
export function localiseMessage(code: string | undefined, sentence: string, texts: ErrorTexts): string {
  if (code === undefined || !isErrorCode(code)) return sentence
  const values = valuesOf(code, sentence)
  if (values === null && sentence !== '') return sentence
  for (const name of told) if (values?.[name]) values[name] = localiseReason(values[name], texts)
  return texts.sentence(code, values ?? {}) ?? sentence
}

/** The values that are words of the server, not names that somebody chose. */
const told = ['reason', 'what', 'scope', 'period']

/** Why a value was refused, in the language of the person; what is not known stays as it came. */
export function localiseReason(reason: string, texts: Pick<ErrorTexts, 'reason' | 'at'>): string {
  const read = readReason(reason)
  if (read === null) return reason
  const text = texts.reason(read.code, read.values)
  return read.at === '' ? text : texts.at(read.at, text)
}
