import { keepJsonText, type PreparedValues } from './prepared-json.ts'
import { readJsonInSteps } from './read-json-in-steps.ts'
import { textOfBytes } from './record-in.ts'
import { writeJsonInSteps } from './write-json-in-steps.ts'

/** Writes arrays and objects for `jsonTextOf`; yields between steps. */
export function* prepareTexts(values: readonly object[], stepMax: number): Generator<void, void, void> {
  for (const value of values) {
    const written = yield* writeJsonInSteps(value, stepMax)
    keepJsonText(value, textOfBytes(written))
    yield
  }
}

/**
 * Reads texts as `readExactJson` does, but half of a surrogate pair as U+FFFD; yields between steps. Throws RangeError
 * for a text with more than `valuesMax` strings, names, arrays and objects.
 */
export function* prepareValues(
  texts: Iterable<string>,
  stepMax: number,
  valuesMax = Number.POSITIVE_INFINITY,
): Generator<void, PreparedValues, void> {
  const read = new Map<string, { value: unknown } | { fault: SyntaxError }>()
  for (const text of texts) {
    if (read.has(text)) continue
    yield
    const bytes = yield* encodeInSteps(text)
    try {
      read.set(text, { value: yield* readJsonInSteps(bytes, stepMax, { valuesMax }) })
    } catch (fault) {
      if (!(fault instanceof SyntaxError)) throw fault
      read.set(text, { fault })
    }
    yield
  }
  return read
}

const encoder = new TextEncoder()
/** Code units that are encoded at once: 1 ms. */
const unitsMax = 1_048_576

/** The bytes of a text; yields between steps. */
export function* encodeInSteps(text: string): Generator<void, Uint8Array, void> {
  if (text.length <= unitsMax) return encoder.encode(text)
  const bytes = new Uint8Array(Buffer.byteLength(text))
  let length = 0
  for (let from = 0; from < text.length; ) {
    const cut = Math.min(text.length, from + unitsMax)
    const to = isHigh(text.charCodeAt(cut - 1)) ? Math.min(text.length, cut + 1) : cut
    length += encoder.encodeInto(text.slice(from, to), bytes.subarray(length)).written
    from = to
    yield
  }
  return bytes.subarray(0, length)
}

const isHigh = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff
