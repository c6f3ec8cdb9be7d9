import { makeReason } from '@sluice/contract/error-reasons'
import { GatewayError } from '../../core/errors.ts'
import { parseExactRecord } from '../../core/json/exact-json.ts'
import { createOutputCounter, type OutputCounter } from '../../core/tokens/output-counter.ts'
import { frameData } from '../../protocols/sse/frame-data.ts'
import { createFrameSplitter } from '../../protocols/sse/frame-splitter.ts'
import { type Outgoing, withData } from '../passage/outgoing-frames.ts'
import type { StreamShaper } from '../passage/stream-shaper.ts'
import type { AnswerScreen, OnWord } from '../sensitive/screen.ts'
import { createScreenRuns, putBack, type RunText, type ScreenRuns } from '../sensitive/screen-runs.ts'
import { answerTexts } from '../sensitive/texts.ts'

/** A frame on hold: its text may be the beginning of a word. */
interface HeldFrame {
  frame: Uint8Array
  body: Record<string, unknown> | null
  texts: RunText[]
}

/** The maximum on hold. Beyond it the oldest frame is sent unchanged. */
const heldFramesMax = 256
const heldBytesMax = 1_048_576

/**
 * Screens the frames of a client's stream, in any format. A frame is on hold while its text may be the beginning of a
 * word, so that no part of a word is delivered; frames without such text pass unchanged. Where a text cannot be
 * screened, the stream ends before it.
 */
export function createScreenShaper(
  inner: StreamShaper,
  { matcher, stops }: AnswerScreen,
  onWord: OnWord,
): StreamShaper {
  const runs = createScreenRuns(matcher, !stops)
  const withheld = createOutputCounter()
  let held: HeldFrame[] = []
  let heldBytes = 0
  /** Frames that are being screened. If the stream ends meanwhile, they are not delivered. */
  let looked: HeldFrame[] = []
  let isStopped = false

  /** Screens frames and holds them from then on. Returns the word that was found; null = none. */
  async function look(frames: readonly Uint8Array[]): Promise<string | null> {
    looked = frames.map((frame) => heldOf(frame, runs))
    const word = await runs.look()
    held.push(...looked)
    for (const { frame } of looked) heldBytes += frame.length
    looked = []
    return word
  }

  const isDecided = ({ texts }: HeldFrame): boolean => texts.every(({ run, piece }) => piece.to <= run.decidedTo())

  /** The oldest frames, once they are decided or too many are on hold. */
  function release(all: boolean): Uint8Array[] {
    const out: Uint8Array[] = []
    let count = 0
    for (const one of held) {
      const isTooMuch = held.length - count > heldFramesMax || heldBytes > heldBytesMax
      if (!all && !isTooMuch && !isDecided(one)) break
      out.push(built(one))
      heldBytes -= one.frame.length
      for (const { run, piece } of one.texts) run.forgetTo(piece.to)
      count++
    }
    held = held.slice(count)
    return out
  }

  /** The frames before the word, or before unscreened text. Everything from there on is not delivered. */
  function stop(error: GatewayError): Outgoing {
    isStopped = true
    const hit = held.findIndex(({ texts }) => texts.some(({ piece }) => piece.isHit))
    const delivered = held.slice(0, Math.max(0, hit)).map(built)
    for (const one of [...held.slice(Math.max(0, hit)), ...looked]) countTexts(one, withheld)
    held = []
    looked = []
    return { bytes: Buffer.concat(delivered), end: { kind: 'refused', error } }
  }

  return {
    async pass(frames) {
      const passed = inner.pass(frames)
      const out = passed instanceof Promise ? await passed : passed
      try {
        const word = await look(framesOf(out.bytes))
        const last = stops && word === null && out.end?.kind === 'done' ? await lookAside(out.end.frame) : null
        const found = word ?? last
        if (found !== null) onWord(found)
        if (found !== null && stops)
          return stop(new GatewayError('sensitive_words_detected', { what: makeReason('answer') }))
        return { bytes: Buffer.concat(release(false)), end: out.end }
      } catch (cause) {
        if (cause instanceof GatewayError) return stop(new GatewayError('word_check_failed'))
        throw cause
      }
    },
    prepareClose: async () => await inner.prepareClose?.(),
    async close(close) {
      try {
        // The frames that close a stream may repeat the answer.
        await look(framesOf(await inner.close(close)))
      } catch (cause) {
        // Without its end a stream looks broken off, which is right here.
        if (!(cause instanceof GatewayError)) throw cause
      }
      return Buffer.concat(release(true))
    },
    fail: (frame) => Buffer.concat([...(isStopped ? [] : release(true)), inner.fail(frame)]),
    withheldTokens() {
      for (const one of looked) countTexts(one, withheld)
      looked = []
      return withheld.tokens()
    },
  }

  /** The first word in the last frame of a stream, where it contains more than those before it; null = none. */
  function lookAside(frame: Uint8Array): Promise<string | null> {
    const aside = createScreenRuns(matcher, false)
    heldOf(frame, aside)
    return aside.look()
  }
}

function heldOf(frame: Uint8Array, runs: ScreenRuns): HeldFrame {
  const data = frameData(frame)
  const body = data?.startsWith('{') ? parseExactRecord(data) : null
  return { frame, body, texts: body ? [...answerTexts(body)].map((place) => runs.push(place)) : [] }
}

function countTexts({ texts }: HeldFrame, counter: OutputCounter): void {
  for (const { place } of texts) if (!place.isRepeat) counter.add(place.text)
}

/** Unchanged, unless a word in it was masked. */
function built({ frame, body, texts }: HeldFrame): Uint8Array {
  if (!body || !texts.some(({ piece }) => piece.isHit)) return frame
  for (const text of texts) putBack(text)
  return withData(frame, JSON.stringify(body))
}

function framesOf(bytes: Uint8Array): Uint8Array[] {
  if (bytes.length === 0) return []
  const splitter = createFrameSplitter(Number.MAX_SAFE_INTEGER)
  const { bytes: whole, ends } = splitter.push(bytes)
  const frames = ends.map((end, index) => whole.subarray(ends[index - 1] ?? 0, end))
  // The upstream's last frame may lack its blank line.
  const rest = splitter.rest()
  return rest.length > 0 ? [...frames, rest] : frames
}
