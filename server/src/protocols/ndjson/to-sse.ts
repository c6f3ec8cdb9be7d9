import { joinInSteps } from '../../core/json/join-in-steps.ts'

/** Turns the chunks of a stream of JSON lines into the bytes of server-sent events. */
interface LineReader {
  /** The events that `chunk` completes; yields between steps. Throws RangeError for an oversized line. */
  push(chunk: Uint8Array): Generator<void, Uint8Array, void>
  /** The last line, which need not end with a line break. */
  end(): Uint8Array
}

const encoder = new TextEncoder()
const before = encoder.encode('data: ')
const after = encoder.encode('\n\n')
const none = new Uint8Array()
const lineBreak = 0x0a

/** Each line becomes the data of one event; empty lines are dropped. Lines are copied, never decoded. */
export function createLineReader(lineBytesMax: number): LineReader {
  let held: Uint8Array[] = []
  let heldBytes = 0
  return {
    *push(chunk) {
      const out: Uint8Array[] = []
      let from = 0
      for (let end = chunk.indexOf(lineBreak); end >= 0; end = chunk.indexOf(lineBreak, from)) {
        out.push(...eventOf([...held, chunk.subarray(from, end)]))
        held = []
        heldBytes = 0
        from = end + 1
      }
      if (from < chunk.length) {
        held.push(chunk.slice(from))
        heldBytes += chunk.length - from
        if (heldBytes > lineBytesMax) throw new RangeError('one line is larger than the limit')
      }
      return out.length === 0 ? none : yield* joinInSteps(out)
    },
    end() {
      const last = eventOf(held)
      held = []
      return last.length === 0 ? none : Buffer.concat(last)
    },
  }
}

const blanks: ReadonlySet<number> = new Set([0x09, 0x0d, 0x20])

function eventOf(pieces: readonly Uint8Array[]): Uint8Array[] {
  const line = pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces)
  let end = line.length
  while (end > 0 && blanks.has(line[end - 1] ?? 0)) end--
  return end === 0 ? [] : [before, line.subarray(0, end), after]
}
