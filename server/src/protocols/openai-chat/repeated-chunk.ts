/** Characters that end a JSON string, or are written in it as an escape. */
const notPlain = /["\\\p{Cc}]/u

/** Decodes a part of `bytes`. A view of the part for a `TextDecoder` would cost four times as much. */
const decodePart = (bytes: Uint8Array, from: number, to: number): string =>
  Buffer.prototype.toString.call(bytes, 'utf8', from, to)

/** Larger chunks are not repeated. */
const formMax = 65_536
/** Attempts to find a form in one stream: hosts that pad each chunk at random have none. */
const attemptsMax = 8

/**
 * The form of a stream's text chunks. Most hosts send the same bytes in each chunk around the new text, so a chunk of a
 * known form needs no JSON parser: its text stands between two known pieces. The result is exact. A text with an escape
 * is not read here.
 */
export class RepeatedChunk {
  #before = ''
  #after = ''
  /** The same around a frame of one line, `data: …` and a blank line. */
  #frameBefore = Buffer.alloc(0)
  #frameAfter = Buffer.alloc(0)
  #attempts = 0

  /** The text of a chunk in the known form; null for any other chunk, which must be parsed. Never empty. */
  textIn(data: string): string | null {
    const [from, to] = [this.#before.length, data.length - this.#after.length]
    if (from === 0 || to <= from || !data.startsWith(this.#before) || !data.endsWith(this.#after)) return null
    const text = data.slice(from, to)
    return notPlain.test(text) ? null : text
  }

  /**
   * The same for the bytes of a frame. Null also where the bytes are not exactly one frame of one line: a known form
   * contains no line end, and neither does the text.
   */
  textInFrame(frame: Uint8Array): string | null {
    const [from, to] = [this.#frameBefore.length, frame.length - this.#frameAfter.length]
    if (from === 0 || to <= from) return null
    if (this.#frameBefore.compare(frame, 0, from) !== 0 || this.#frameAfter.compare(frame, to) !== 0) return null
    const text = decodePart(frame, from, to)
    return notPlain.test(text) ? null : text
  }

  /** Whether `learn` may still find a form. */
  get isLearning(): boolean {
    return this.#attempts < attemptsMax
  }

  /**
   * Learns the form of a chunk that adds `text`. `readText` parses a chunk, and returns its text if adding this text is
   * all that a chunk of its form does; null otherwise. Returns whether the form is the known one now.
   */
  learn(data: string, text: string, readText: (data: string) => string | null): boolean {
    if (!this.isLearning || data.length > formMax || text === '' || notPlain.test(text)) return false
    this.#attempts += 1
    const at = data.indexOf(`"${text}"`, data.indexOf('"content"'))
    if (at < 0) return false
    const [before, after] = [data.slice(0, at + 1), data.slice(at + 1 + text.length)]
    // The other text proves that this is the place the text is read from.
    const other = `${text}.`
    if (readText(before + other + after) !== other) return false
    this.#before = before
    this.#after = after
    this.#frameBefore = Buffer.from(`data: ${before}`)
    this.#frameAfter = Buffer.from(`${after}\n\n`)
    return true
  }
}
