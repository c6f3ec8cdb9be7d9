import { GatewayError } from '../../core/errors.ts'
import { createOutputCounter } from '../../core/tokens/output-counter.ts'
import { frameData } from '../../protocols/sse/frame-data.ts'
import { createFrameSplitter } from '../../protocols/sse/frame-splitter.ts'
import { type Outgoing, withData } from '../outgoing-frames.ts'
import type { StreamShaper } from '../stream-shaper.ts'
import type { OnWord } from './check-prompt.ts'
import type { AnswerScreen } from './screen.ts'
import { putBack } from './screen-answer.ts'
import { createScreenRun, type Piece, type ScreenRun } from './screen-run.ts'
import { answerTexts, type TextPlace } from './texts.ts'

/** A frame that waits: its text may be the beginning of a word. */
interface HeldFrame {
  frame: Uint8Array
  body: Record<string, unknown> | null
  texts: { place: TextPlace; run: ScreenRun; piece: Piece }[]
}

/** What waits at most. Beyond it the oldest frame goes out as it is. */
const heldFramesMax = 256
const heldBytesMax = 1_048_576

/**
 * Looks through the frames of a client's stream, whichever format made them. A frame waits while its text may be the
 * beginning of a word, so that no part of one is delivered; frames without such text go out as they came.
 */
export function createScreenShaper(
  inner: StreamShaper,
  { automaton, stops }: AnswerScreen,
  onWord: OnWord,
): StreamShaper {
  const runs = new Map<string, ScreenRun>()
  const withheld = createOutputCounter()
  let held: HeldFrame[] = []
  let heldBytes = 0
  let isStopped = false

  function look(frame: Uint8Array): string | null {
    const data = frameData(frame)
    const body = data?.startsWith('{') ? parse(data) : null
    const one: HeldFrame = { frame, body, texts: [] }
    held.push(one)
    heldBytes += frame.length
    let first: string | null = null
    for (const place of body ? answerTexts(body) : []) {
      const run = runs.get(place.lane) ?? createScreenRun(automaton, !stops)
      runs.set(place.lane, run)
      const { piece, word } = run.push(place.text)
      first ??= word
      one.texts.push({ place, run, piece })
    }
    return first
  }

  const isDecided = ({ texts }: HeldFrame): boolean =>
    texts.every(({ run, piece }) => piece.to <= run.decidedTo())

  /** The oldest frames, while they are decided or too many wait. */
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

  /** The frames before the word; what it began in, and all behind it, is not delivered. */
  function stop(rest: readonly Uint8Array[]): Outgoing {
    isStopped = true
    const from = held.findIndex(({ texts }) => texts.some(({ piece }) => piece.isHit))
    const delivered = held.slice(0, Math.max(0, from)).map(built)
    for (const { texts } of held.slice(Math.max(0, from)))
      for (const { place } of texts) if (!place.isRepeat) withheld.add(place.text)
    for (const frame of rest)
      for (const place of placesOf(frame)) if (!place.isRepeat) withheld.add(place.text)
    held = []
    return {
      bytes: Buffer.concat(delivered),
      end: { kind: 'refused', error: new GatewayError('sensitive_words_detected') },
    }
  }

  return {
    pass(frames) {
      const out = inner.pass(frames)
      const parts = framesOf(out.bytes)
      for (const [index, frame] of parts.entries()) {
        const word = look(frame)
        if (word === null) continue
        onWord(word)
        if (stops) return stop(parts.slice(index + 1))
      }
      const last = stops && out.end?.kind === 'done' ? wordIn(out.end.frame, automaton) : null
      if (last !== null) {
        onWord(last)
        return stop([])
      }
      return { bytes: Buffer.concat(release(false)), end: out.end }
    },
    close(close) {
      // The frames that close a stream may tell the answer again.
      for (const frame of framesOf(inner.close(close))) look(frame)
      return Buffer.concat(release(true))
    },
    fail: (frame) => Buffer.concat([...(isStopped ? [] : release(true)), inner.fail(frame)]),
    withheldTokens: () => withheld.tokens(),
  }
}

/** As it came, unless a word in it was masked. */
function built({ frame, body, texts }: HeldFrame): Uint8Array {
  if (!body || !texts.some(({ piece }) => piece.isHit)) return frame
  for (const { place, piece } of texts) putBack(place, piece)
  return withData(frame, JSON.stringify(body))
}

function parse(data: string): Record<string, unknown> | null {
  try {
    return JSON.parse(data) as Record<string, unknown>
  } catch {
    // Not for us to judge: it passes as it came.
    return null
  }
}

function placesOf(frame: Uint8Array): TextPlace[] {
  const data = frameData(frame)
  const body = data?.startsWith('{') ? parse(data) : null
  return body ? [...answerTexts(body)] : []
}

/** The first word in the last frame of a stream, where it tells more than those before it; null = none. */
function wordIn(frame: Uint8Array, automaton: AnswerScreen['automaton']): string | null {
  const runs = new Map<string, ScreenRun>()
  for (const { lane, text } of placesOf(frame)) {
    const run = runs.get(lane) ?? createScreenRun(automaton, false)
    runs.set(lane, run)
    const { word } = run.push(text)
    if (word !== null) return word
  }
  return null
}

function framesOf(bytes: Uint8Array): Uint8Array[] {
  if (bytes.length === 0) return []
  const splitter = createFrameSplitter(Number.MAX_SAFE_INTEGER)
  const { bytes: whole, ends } = splitter.push(bytes)
  const frames = ends.map((end, index) => whole.subarray(ends[index - 1] ?? 0, end))
  // The last frame of an upstream may lack its blank line.
  const rest = splitter.rest()
  return rest.length > 0 ? [...frames, rest] : frames
}
