import { backslash } from './json-bytes.ts'
import { textOfBytes } from './record-in.ts'

/**
 * The text between the quotes at `open` and `close`, read in parts of about `stepMax` bytes; yields before each. Throws
 * SyntaxError.
 */
export function* readLongString(
  bytes: Uint8Array,
  { open, close, stepMax }: { open: number; close: number; stepMax: number },
): Generator<void, string, void> {
  const parts: string[] = []
  for (let from = open + 1; from < close; ) {
    yield
    const to = from + stepMax < close ? Math.min(close, placeToCut(bytes, from, from + stepMax)) : close
    const part: unknown = JSON.parse(`"${textOfBytes(bytes.subarray(from, to))}"`)
    parts.push(String(part))
    from = to
  }
  return parts.join('')
}

/** The first place from `at` on that is inside neither an escape nor a character. `from` is such a place. */
function placeToCut(bytes: Uint8Array, from: number, at: number): number {
  const place = escapeEnd(bytes, from, at)
  // Four such bytes in a row belong to no character.
  for (let end = place; end < place + 4; end++) if (!isContinuation(bytes[end])) return end
  return place + 3
}

const isContinuation = (byte = 0): boolean => byte >= 0x80 && byte <= 0xbf

const letterU = 0x75

/** The end of the escape that `at` is inside; `at` if it is inside none. */
function escapeEnd(bytes: Uint8Array, from: number, at: number): number {
  for (let slash = at - 1; slash >= from && slash > at - 6; slash--) {
    if (bytes[slash] !== backslash) continue
    let count = 1
    while (slash - count >= from && bytes[slash - count] === backslash) count++
    if (count % 2 === 0) return at
    return Math.max(at, slash + (bytes[slash + 1] === letterU ? 6 : 2))
  }
  return at
}
