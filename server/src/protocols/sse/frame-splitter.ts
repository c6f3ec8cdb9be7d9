/** Bytes of whole frames, and the end of each. */
export interface SplitFrames {
  /** Whole consecutive frames, terminators included. Shares memory with the pushed chunk if possible. */
  bytes: Uint8Array
  /** End of each frame in `bytes`. */
  ends: number[]
}

export interface FrameSplitter {
  /** Frames completed by `chunk`. Throws RangeError when a frame exceeds the limit, as does `rest`. */
  push(chunk: Uint8Array): SplitFrames
  /** The bytes after the last whole frame. */
  rest(): Uint8Array
  /** Whether the next byte begins a frame. */
  isAtStart(): boolean
}

const tooLarge = () => new RangeError('one event is larger than the limit')

const lf = 0x0a
const cr = 0x0d

/**
 * Splits a server-sent-event stream into frames on blank lines, at byte level: LF, CRLF and CR line ends, in any
 * mixture and with any chunk boundaries. A frame may span many chunks; each byte is scanned once. Format:
 * https://html.spec.whatwg.org/multipage/server-sent-events.html
 */
export function createFrameSplitter(frameBytesMax: number): FrameSplitter {
  let held: Uint8Array[] = []
  let heldLength = 0
  let isLineStart = true
  let wasCr = false
  let isOverfull = false
  /** Once a line has ended by CRLF, a CR at the end of a chunk waits for its LF. */
  let hasCrlf = false
  let isEndOpen = false

  return {
    push(chunk) {
      if (isOverfull) throw tooLarge()
      const ends: number[] = []
      if (wasCr || chunk.indexOf(cr) >= 0) scanAnyLineEnd(chunk, ends)
      else scanLineFeeds(chunk, ends)
      const complete = ends[ends.length - 1] ?? 0
      let bytes: Uint8Array = complete === chunk.length ? chunk : chunk.subarray(0, complete)
      if (ends.length > 0 && heldLength > 0) {
        const before = heldLength
        bytes = Buffer.concat([...held, bytes])
        for (let i = 0; i < ends.length; i++) ends[i] = (ends[i] ?? 0) + before
        held = []
        heldLength = 0
      }
      if (complete < chunk.length) {
        held.push(complete === 0 ? chunk : chunk.subarray(complete))
        heldLength += chunk.length - complete
        isOverfull = heldLength > frameBytesMax
      }
      return withinLimit(bytes, ends)
    },
    rest() {
      if (isOverfull) throw tooLarge()
      return held.length === 1 && held[0] ? held[0] : Buffer.concat(held)
    },
    // After a CR, an LF may still belong to the last frame.
    isAtStart: () => heldLength === 0 && isLineStart && !wasCr && !isOverfull,
  }

  /** Whole frames before an oversized one are returned first; the next call throws. */
  function withinLimit(bytes: Uint8Array, ends: number[]): SplitFrames {
    let from = 0
    for (let i = 0; i < ends.length; i++) {
      const end = ends[i] ?? 0
      if (end - from > frameBytesMax) {
        isOverfull = true
        return { bytes: bytes.subarray(0, from), ends: ends.slice(0, i) }
      }
      from = end
    }
    return { bytes, ends }
  }

  function scanLineFeeds(chunk: Uint8Array, ends: number[]): void {
    let from = 0
    while (from < chunk.length) {
      const at = chunk.indexOf(lf, from)
      if (at < 0) {
        isLineStart = false
        return
      }
      if (isLineStart && at === from) ends.push(at + 1)
      isLineStart = true
      from = at + 1
    }
  }

  function scanAnyLineEnd(chunk: Uint8Array, ends: number[]): void {
    for (let i = 0; i < chunk.length; i++) {
      const byte = chunk[i]
      const isSecondHalf = byte === lf && wasCr
      if (isEndOpen) ends.push(isSecondHalf ? i + 1 : i)
      isEndOpen = false
      if (isSecondHalf) {
        // The second half of CRLF belongs to the line end, and to the frame that the CR ended.
        wasCr = false
        hasCrlf = true
        if (ends.length > 0 && ends[ends.length - 1] === i) ends[ends.length - 1] = i + 1
        continue
      }
      wasCr = byte === cr
      if (byte !== lf && byte !== cr) {
        isLineStart = false
        continue
      }
      isEndOpen = isLineStart && wasCr && hasCrlf && i === chunk.length - 1
      if (isLineStart && !isEndOpen) ends.push(i + 1)
      isLineStart = true
    }
  }
}
