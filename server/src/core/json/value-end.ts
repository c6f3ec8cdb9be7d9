import { parseJson } from '@sluice/contract/read-json'
import { backslash, closeBrace, closeBracket, isBlank, openBrace, openBracket, quote } from './json-bytes.ts'

/** Finds the end of a JSON value whose text arrives in pieces. Does not validate objects, arrays and strings. */
export interface ValueEnd {
  /** Short texts are scanned once they add up to a step. Longer ones wait for `step`. */
  push(text: string): void
  /** Scans some more of the texts that wait; false when none is left. */
  step(): boolean
  /** The value is complete, and only blanks have followed it. Scans all that waits. */
  isWhole(): boolean
}

/** Units that are scanned at once: less than 1 ms. */
const unitsPerStep = 32_768
/** Numbers and literals are short. */
const scalarMax = 1_000

export function createValueEnd(): ValueEnd {
  let unseen = ''
  /** The first unit of `unseen` that is not scanned. */
  let at = 0
  let depth = 0
  let isInString = false
  let isEscaped = false
  let state: 'before' | 'inside' | 'scalar' | 'after' | 'other' = 'before'
  let scalar = ''

  function step(): boolean {
    const end = Math.min(unseen.length, at + unitsPerStep)
    scan(end)
    at = end
    if (at < unseen.length) return true
    unseen = ''
    at = 0
    return false
  }

  function scan(end: number): void {
    // Local copies: each unit uses them.
    let inside = depth
    let inString = isInString
    let escaped = isEscaped
    for (let index = at; index < end; index++) {
      const unit = unseen.charCodeAt(index)
      if (inString) {
        if (escaped) escaped = false
        else if (unit === backslash) escaped = true
        else if (unit === quote) inString = false
      } else if (inside === 0) {
        // The value has begun and nothing is open any more.
        if (state === 'inside') state = 'after'
        if (isBlank(unit) && state !== 'scalar') continue
        if (state === 'after') state = 'other'
        if (state === 'other') break
        if (state === 'before' && unit === quote) inString = true
        else if (state === 'before' && (unit === openBrace || unit === openBracket)) inside = 1
        else {
          state = 'scalar'
          scalar += unseen.slice(index, Math.min(end, index + scalarMax))
          if (scalar.length > scalarMax) state = 'other'
          break
        }
        state = 'inside'
      } else if (unit === quote) inString = true
      else if (unit === openBrace || unit === openBracket) inside++
      else if (unit === closeBrace || unit === closeBracket) inside--
    }
    depth = inside
    isInString = inString
    isEscaped = escaped
  }

  return {
    push(text) {
      if (state === 'other') return
      unseen += text
      if (unseen.length > unitsPerStep && text.length <= unitsPerStep) while (step());
    },
    step,
    isWhole() {
      while (step());
      if (state === 'scalar') return parseJson(scalar) !== undefined
      return state === 'after' || (state === 'inside' && depth === 0 && !isInString)
    },
  }
}
