export type JsonScan = { ok: true } | { ok: false; reason: 'too_deep' | 'too_many_values' | 'duplicate_key' }

export const jsonDepthMax = 64
export const jsonValuesMax = 200_000

const [quote, backslash, comma, minus] = [0x22, 0x5c, 0x2c, 0x2d]
const [openArray, closeArray, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d]

/**
 * Looks at the structure of a JSON text before it is parsed: how deep, how many values, and whether a key of the
 * outermost object appears twice (readers disagree about which of the two counts). Whole numbers inside arrays
 * are not counted: prompts may be given as token ids. Strings are skipped without looking inside, so that a large
 * image costs little. It does not check the syntax.
 */
export function scanJsonStructure(bytes: Uint8Array): JsonScan {
  let depth = 0
  let values = 0
  /** Whether each open container is an array. */
  const isArray: boolean[] = []
  /** Whether what stands since the last comma or bracket is digits only. */
  let isWhole = true
  const topKeys = new Set<string>()
  let isKeyNext = false

  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0
    if (byte === quote) {
      const end = endOfString(bytes, at)
      if (depth === 1 && isKeyNext) {
        const key = readKey(bytes.subarray(at, end + 1))
        if (topKeys.has(key)) return { ok: false, reason: 'duplicate_key' }
        topKeys.add(key)
        isKeyNext = false
      }
      isWhole = false
      at = end
    } else if (byte === comma) {
      if (!(isWhole && isArray[depth - 1])) values++
      isWhole = true
      isKeyNext = depth === 1 && isArray[0] === false
    } else if (byte === openArray || byte === openObject) {
      isArray[depth++] = byte === openArray
      values++
      if (depth > jsonDepthMax) return { ok: false, reason: 'too_deep' }
      isWhole = true
      isKeyNext = depth === 1 && byte === openObject
    } else if (byte === closeArray || byte === closeObject) {
      if (depth > 0) depth--
      isWhole = false
    } else if (byte > 0x20 && byte !== minus && (byte < 0x30 || byte > 0x39)) {
      isWhole = false
    }
    if (values > jsonValuesMax) return { ok: false, reason: 'too_many_values' }
  }
  return { ok: true }
}

/** The closing quote of the string that opens at `start`, or the end of the text. */
function endOfString(bytes: Uint8Array, start: number): number {
  let end = bytes.indexOf(quote, start + 1)
  while (end !== -1 && isEscaped(bytes, end)) end = bytes.indexOf(quote, end + 1)
  return end === -1 ? bytes.length : end
}

function isEscaped(bytes: Uint8Array, at: number): boolean {
  let before = at - 1
  while (bytes[before] === backslash) before--
  return (at - 1 - before) % 2 === 1
}

const decoder = new TextDecoder()

/** `"mod\u0065l"` and `"model"` are one key. */
function readKey(quoted: Uint8Array): string {
  const text = decoder.decode(quoted)
  if (!text.includes('\\')) return text
  try {
    return JSON.stringify(JSON.parse(text))
  } catch {
    return text
  }
}
