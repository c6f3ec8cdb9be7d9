import { backslash, closeBrace, closeBracket, comma, openBrace, openBracket, quote, stringEnd } from './json-bytes.ts'

/** Bytes between two steps: some milliseconds at worst. */
const stepBytes = 262_144

/**
 * The first key that an object inside a JSON text has twice; null = none. Of a text that `JSON.parse` reads; it keeps
 * the last value, where other readers keep the first (RFC 8259, section 4). In steps, so that other work can run in
 * between.
 */
export function* findRepeatedKey(bytes: Uint8Array): Generator<void, string | null, void> {
  const search = new KeySearch(bytes)
  while (!search.isOver) {
    const key = search.step(stepBytes)
    if (key !== null) return key
    if (!search.isOver) yield
  }
  return null
}

/** A list is faster for the few keys that most objects have. */
type Keys = string[] | Set<string>

const listMax = 32

function withKey(keys: Keys, key: string): Keys {
  if (!Array.isArray(keys)) return keys.add(key)
  keys.push(key)
  return keys.length > listMax ? new Set(keys) : keys
}

class KeySearch {
  readonly #bytes: Uint8Array
  /** The keys of the objects around the position; null = an array. */
  readonly #around: (Keys | null)[] = []
  #keys: Keys | null = null
  #isKeyNext = false
  #position = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  get isOver(): boolean {
    return this.#position >= this.#bytes.length
  }

  step(size: number): string | null {
    // Local copies: each byte uses them.
    const bytes = this.#bytes
    const around = this.#around
    const until = Math.min(bytes.length, this.#position + size)
    let keys = this.#keys
    let isKeyNext = this.#isKeyNext
    let position = this.#position
    for (; position < until; position++) {
      const byte = bytes[position] ?? 0
      // Digits, letters, blanks and colons.
      if (byte > quote && byte < openBracket && byte !== comma) continue
      if (byte === quote) {
        const end = endOf(bytes, position + 1)
        if (isKeyNext && keys !== null) {
          const key = keyAt(bytes, position, end)
          if (Array.isArray(keys) ? keys.includes(key) : keys.has(key)) return key
          keys = withKey(keys, key)
          isKeyNext = false
        }
        position = end
      } else if (byte === comma) isKeyNext = keys !== null
      else if (byte === openBrace || byte === openBracket) {
        around.push(keys)
        isKeyNext = byte === openBrace
        keys = isKeyNext ? [] : null
      } else if (byte === closeBrace || byte === closeBracket) {
        keys = around.pop() ?? null
        isKeyNext = false
      }
    }
    this.#keys = keys
    this.#isKeyNext = isKeyNext
    this.#position = position
    return null
  }
}

/** A string of escaped quotes is searched piece by piece. */
function endOf(bytes: Uint8Array, from: number): number {
  let end = stringEnd(bytes, from, bytes.length)
  while (end < -1) end = stringEnd(bytes, -end, bytes.length)
  return end < 0 ? bytes.length : end
}

const decoder = new TextDecoder()

/** Short keys without escapes, as nearly all are, are read without the decoder, which costs more. */
function keyAt(bytes: Uint8Array, start: number, end: number): string {
  if (end - start <= shortMax) {
    let key = ''
    let at = start + 1
    for (; at < end; at++) {
      const byte = bytes[at] ?? 0
      if (byte === backslash || byte > 0x7e) break
      key += String.fromCharCode(byte)
    }
    if (at === end) return key
  }
  return String(JSON.parse(decoder.decode(bytes.subarray(start, end + 1))))
}

const shortMax = 32
