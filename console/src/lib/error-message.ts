import { type ErrorCode, errorCodes } from '@sluice/contract/error-codes'

/** Looks a translated sentence up; undefined when the language has none. */
export type SentenceOf = (code: ErrorCode, values: Record<string, string>) => string | undefined

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
export function localiseMessage(code: string | undefined, sentence: string, sentenceOf: SentenceOf): string {
  if (code === undefined || !isErrorCode(code)) return sentence
  const values = valuesOf(code, sentence)
  if (values === null && sentence !== '') return sentence
  return sentenceOf(code, values ?? {}) ?? sentence
}
