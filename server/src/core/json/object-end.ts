import { backslash, closeBrace, closeBracket, isBlank, openBrace, openBracket, quote } from './json-bytes.ts'

/** Finds the end of a JSON object whose text arrives in pieces. Does not validate the text. */
export interface ObjectEnd {
  push(text: string): void
  /** The object is closed, and only blanks have followed it. */
  isReached(): boolean
}

export function createObjectEnd(): ObjectEnd {
  let depth = 0
  let isInString = false
  let isEscaped = false
  let state: 'before' | 'inside' | 'after' | 'other' = 'before'

  /** The index of the quote that closes a string, from `at` on; the length of the text without one. */
  function closingQuote(text: string, at: number): number {
    for (let index = at; index < text.length; index++) {
      const unit = text.charCodeAt(index)
      if (isEscaped) isEscaped = false
      else if (unit === backslash) isEscaped = true
      else if (unit === quote) return index
    }
    return text.length
  }

  function take(unit: number): void {
    if (isBlank(unit)) return
    if (state !== 'inside') state = state === 'before' && unit === openBrace ? 'inside' : 'other'
    if (unit === quote) isInString = true
    else if (unit === openBrace || unit === openBracket) depth++
    else if ((unit === closeBrace || unit === closeBracket) && --depth === 0) state = 'after'
  }

  return {
    push(text) {
      for (let index = 0; index < text.length && state !== 'other'; index++) {
        if (isInString) {
          index = closingQuote(text, index)
          isInString = index === text.length
        } else take(text.charCodeAt(index))
      }
    },
    isReached: () => state === 'after',
  }
}
