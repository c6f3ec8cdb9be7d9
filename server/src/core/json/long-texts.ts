import { backslash, colon, quote } from './json-bytes.ts'

/** A part of a JSON document: what is outside of texts, and the bytes of a text as they are written. */
type Part = { kind: 'plain' | 'text' | 'escape'; bytes: Uint8Array } | { kind: 'open' | 'close'; bytes: Uint8Array }

const letterU = 0x75
const quoteBytes = Uint8Array.of(quote)
const isSpace = (byte: number): boolean => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d)

/** Splits a document that arrives in pieces. No escape is split; a text may come in several parts. */
function createSplitter() {
  let isInside = false
  /** The bytes of an escape whose end has not arrived. */
  let pending: number[] = []

  return function* split(chunk: Uint8Array): Generator<Part, void> {
    for (let at = 0; at < chunk.length; ) {
      if (pending.length > 0) {
        const byte = chunk[at++] ?? 0
        pending.push(byte)
        const length = pending[1] === letterU ? 6 : 2
        if (pending.length < length) continue
        yield { kind: 'escape', bytes: Uint8Array.from(pending) }
        pending = []
        continue
      }
      const end = endOf(chunk, at, isInside)
      if (end > at) yield { kind: isInside ? 'text' : 'plain', bytes: chunk.subarray(at, end) }
      at = end + 1
      if (end === chunk.length) return
      if (chunk[end] === backslash) {
        pending = [backslash]
        continue
      }
      isInside = !isInside
      yield { kind: isInside ? 'open' : 'close', bytes: quoteBytes }
    }
  }
}

/** The next quote, or backslash of a text; the end of the piece if there is none. */
function endOf(chunk: Uint8Array, from: number, isInside: boolean): number {
  const found = chunk.indexOf(quote, from)
  const end = found < 0 ? chunk.length : found
  if (!isInside) return end
  const slash = chunk.subarray(from, end).indexOf(backslash)
  return slash < 0 ? end : from + slash
}

/**
 * The JSON document with at most `textBytesMax` bytes of each text, and an escape that the limit divides. Files in a
 * document are left out by this, so that the rest can be parsed.
 */
export async function* cutTexts(
  chunks: AsyncIterable<Uint8Array>,
  textBytesMax: number,
): AsyncGenerator<Uint8Array, void> {
  const split = createSplitter()
  let length = 0
  for await (const chunk of chunks) {
    const kept: Uint8Array[] = []
    for (const { kind, bytes } of split(chunk)) {
      if (kind === 'open') length = 0
      if (kind !== 'text' && kind !== 'escape') kept.push(bytes)
      else if (length < textBytesMax) {
        kept.push(kind === 'escape' ? bytes : bytes.subarray(0, textBytesMax - length))
        length += bytes.length
      }
    }
    if (kept.length > 0) yield Buffer.concat(kept)
  }
}

/** Names are short. */
const nameBytesMax = 100

/**
 * The bytes of the text in base64 that has the number `index`, from 0, of all texts with this name. Nothing if the
 * document has no such text. The rest of the document is not read.
 */
export async function* decodedText(
  chunks: AsyncIterable<Uint8Array>,
  { name, index }: { name: string; index: number },
): AsyncGenerator<Uint8Array, void> {
  const split = createSplitter()
  let current = ''
  /** The last significant byte outside of texts. */
  let last = 0
  let found = -1
  let isTaken = false
  /** Fewer than four characters, whose bytes are incomplete. */
  let rest = ''

  function decode(text: string): Uint8Array {
    const all = rest + text
    const whole = all.length - (all.length % 4)
    rest = all.slice(whole)
    return Buffer.from(all.slice(0, whole), 'base64')
  }

  for await (const chunk of chunks) {
    const decoded: Uint8Array[] = []
    for (const { kind, bytes } of split(chunk)) {
      if (kind === 'plain') last = bytes.findLast((byte) => !isSpace(byte)) ?? last
      else if (kind === 'open') {
        isTaken = last === colon && current === name && ++found === index
        current = ''
        last = 0
      } else if (kind === 'close') {
        if (!isTaken) continue
        decoded.push(Buffer.from(rest, 'base64'))
        yield Buffer.concat(decoded)
        return
      } else if (isTaken) decoded.push(decode(kind === 'text' ? Buffer.from(bytes).toString('latin1') : plainOf(bytes)))
      else if (current.length < nameBytesMax) current += Buffer.from(bytes.subarray(0, nameBytesMax)).toString('latin1')
    }
    if (decoded.length > 0) yield Buffer.concat(decoded)
  }
  if (isTaken) throw new Error('the text is cut')
}

/** What an escape of a text in base64 means: `\/` and `=`. */
const plainOf = (bytes: Uint8Array): string => {
  const text = Buffer.from(bytes).toString('latin1')
  return text[1] === 'u' ? String.fromCharCode(Number.parseInt(text.slice(2), 16)) : text.slice(1)
}
