import { makeReason } from '@sluice/contract/error-reasons'
import { isRecord, type JsonRecord } from '@sluice/contract/read-json'
import { GatewayError } from '../../core/errors.ts'
import { parseExactRecord } from '../../core/json/exact-json.ts'
import { joinInSteps } from '../../core/json/join-in-steps.ts'
import { prepareValues } from '../../core/json/prepare-json.ts'
import { writeJsonInSteps } from '../../core/json/write-json-in-steps.ts'
import { createPatientCounter, type PatientCounter } from '../../core/tokens/patient-counter.ts'
import { createPause, finishAtOnce, finishInTurns, stepMax } from '../../platform/in-turns.ts'
import { frameData } from '../../protocols/sse/frame-data.ts'
import { createFrameSplitter } from '../../protocols/sse/frame-splitter.ts'
import { atOnceMax } from '../call/large-body.ts'
import { type FrameData, type Outgoing, withData } from '../passage/outgoing-frames.ts'
import type { StreamShaper } from '../passage/stream-shaper.ts'
import type { AnswerScreen, OnWord } from '../sensitive/screen.ts'
import { createScreenRuns, endOf, isHit, putBack, type RunText } from '../sensitive/screen-runs.ts'
import { answerTexts, type TextPlace } from '../sensitive/texts.ts'

/** A frame, and the texts in it. */
interface ReadFrame {
  frame: Uint8Array
  body: JsonRecord | null
  places: TextPlace[]
}

/** A frame on hold: its text may be the beginning of a word. */
interface HeldFrame extends ReadFrame {
  texts: RunText[]
}

/** The maximum on hold. Beyond it the oldest frame is sent unchanged. */
const heldFramesMax = 256
const heldBytesMax = 1_048_576

/**
 * Screens the frames of a client's stream, in any format. A frame is on hold while its text may be the beginning of a
 * word, so that no part of a word is delivered; frames without such text pass unchanged. Where a text cannot be
 * screened, the stream ends before it. Large frames are read, screened and written between other work.
 */
export function createScreenShaper(
  inner: StreamShaper,
  { matcher, stops }: AnswerScreen,
  onWord: OnWord,
): StreamShaper {
  const runs = createScreenRuns(matcher, !stops)
  const withheld = createPatientCounter()
  let held: HeldFrame[] = []
  let heldBytes = 0
  /** Frames that are being read, and then screened. If the stream ends meanwhile, they are not delivered. */
  let reading: Promise<ReadFrame[]> | null = null
  let looked: ReadFrame[] = []
  let isStopped = false

  /**
   * Screens frames, and holds them from then on. Calls `report` with the first word as soon as it finds it. Returns
   * that word; null = none.
   */
  async function look(bytes: Uint8Array, report?: OnWord): Promise<string | null> {
    const frames = framesOf(bytes)
    // Many small frames take longer than one large one.
    const isLarge = bytes.length > stepMax
    reading = isLarge ? finishInTurns(readInSteps(frames)) : null
    const read = reading ? await reading : frames.map(readFrame)
    reading = null
    looked = read
    const pushed = read.map((one) => ({ ...one, texts: isLarge ? [] : one.places.map(runs.push) }))
    const word = isLarge ? await lookInSteps(pushed, report) : await runs.look()
    if (word !== null && !isLarge) report?.(word)
    held.push(...pushed)
    heldBytes += bytes.length
    looked = []
    return word
  }

  async function lookInSteps(frames: readonly HeldFrame[], report?: OnWord): Promise<string | null> {
    const pause = createPause()
    let first: string | null = null
    for (const { places, texts } of frames) {
      const onWord = first === null && report ? { onWord: report } : {}
      const word = await runs.lookInSteps(places, texts, { pause, ...onWord })
      first ??= word
      if (first !== null && stops) break
      await pause()
    }
    return first
  }

  const isDecided = ({ texts }: HeldFrame): boolean => texts.every((text) => endOf(text) <= text.run.decidedTo())

  /** The oldest frames, once they are decided or too many are on hold; yields between steps. */
  function* release(all: boolean): Generator<void, Uint8Array[], void> {
    const out: Uint8Array[] = []
    let count = 0
    for (const one of held) {
      const isTooMuch = held.length - count > heldFramesMax || heldBytes > heldBytesMax
      if (!all && !isTooMuch && !isDecided(one)) break
      out.push(yield* built(one))
      heldBytes -= one.frame.length
      for (const text of one.texts) text.run.forgetTo(endOf(text))
      count++
    }
    held = held.slice(count)
    return out
  }

  function* releaseJoined(all: boolean): Generator<void, Uint8Array, void> {
    return yield* joinInSteps(yield* release(all))
  }

  const released = (all: boolean): Uint8Array | Promise<Uint8Array> =>
    heldBytes > atOnceMax ? finishInTurns(releaseJoined(all)) : Buffer.concat(finishAtOnce(release(all)))

  /** The frames before the word, or before unscreened text. Everything from there on is not delivered. */
  async function stop(error: GatewayError): Promise<Outgoing> {
    isStopped = true
    const hit = Math.max(
      0,
      held.findIndex(({ texts }) => texts.some(isHit)),
    )
    const [delivered, rest] = [held.slice(0, hit), held.slice(hit)]
    for (const one of [...rest, ...looked]) countTexts(one, withheld)
    held = []
    looked = []
    const frames: Uint8Array[] = []
    for (const one of delivered) {
      const large = one.frame.length > atOnceMax
      frames.push(large ? await finishInTurns(built(one)) : finishAtOnce(built(one)))
    }
    return { bytes: Buffer.concat(frames), end: { kind: 'refused', error } }
  }

  function countLooked(): number | Promise<number> {
    for (const one of looked) countTexts(one, withheld)
    looked = []
    return withheld.step() ? finishInTurns(countInSteps(withheld)) : withheld.tokens()
  }

  return {
    ...(inner.readAhead && { readAhead: inner.readAhead.bind(inner) }),
    async pass(frames) {
      const passed = inner.pass(frames)
      const out = passed instanceof Promise ? await passed : passed
      try {
        const word = await look(out.bytes, onWord)
        const last = stops && word === null && out.end?.kind === 'done' ? await lookAside(out.end.frame) : null
        if ((word ?? last) !== null && stops)
          return await stop(new GatewayError('sensitive_words_detected', { what: makeReason('answer') }))
        const bytes = released(false)
        return { bytes: bytes instanceof Promise ? await bytes : bytes, end: out.end }
      } catch (cause) {
        if (cause instanceof GatewayError) return stop(new GatewayError('word_check_failed'))
        throw cause
      }
    },
    prepareClose: async () => await inner.prepareClose?.(),
    async close(close) {
      try {
        // The frames that close a stream may repeat the answer.
        await look(await inner.close(close))
      } catch (cause) {
        // Without its end a stream looks broken off, which is right here.
        if (!(cause instanceof GatewayError)) throw cause
      }
      return released(true)
    },
    fail: (frame) => Buffer.concat([...(isStopped ? [] : finishAtOnce(release(true))), inner.fail(frame)]),
    withheldTokens: () => (reading ? reading.then(countLooked) : countLooked()),
  }

  /** The first word in the last frame of a stream, where it contains more than those before it; null = none. */
  async function lookAside(frame: Uint8Array): Promise<string | null> {
    const [read] = frame.length > atOnceMax ? await finishInTurns(readInSteps([frame])) : [readFrame(frame)]
    return createScreenRuns(matcher, false).lookInSteps(read?.places ?? [], [], { pause: createPause(), onWord })
  }
}

function readFrame(frame: Uint8Array): ReadFrame {
  const data = frameData(frame)
  const body = data?.startsWith('{') ? parseExactRecord(data) : null
  return { frame, body, places: body ? [...answerTexts(body)].filter((place) => place !== null) : [] }
}

/** The same for many or large frames; yields between steps. */
function* readInSteps(frames: readonly Uint8Array[]): Generator<void, ReadFrame[], void> {
  const read: ReadFrame[] = []
  for (const frame of frames) {
    yield
    read.push(frame.length > atOnceMax ? yield* readLarge(frame) : readFrame(frame))
  }
  return read
}

function* readLarge(frame: Uint8Array): Generator<void, ReadFrame, void> {
  const data = frameData(frame)
  yield
  if (!data?.startsWith('{')) return { frame, body: null, places: [] }
  const found = (yield* prepareValues([data], stepMax)).get(data)
  const body = found && 'value' in found && isRecord(found.value) ? found.value : null
  const places: TextPlace[] = []
  for (const place of body ? answerTexts(body) : []) {
    if (place) places.push(place)
    else yield
  }
  return { frame, body, places }
}

function countTexts({ places }: ReadFrame, counter: PatientCounter): void {
  for (const place of places) if (!place.isRepeat) counter.add(place.text)
}

function* countInSteps(counter: PatientCounter): Generator<void, number, void> {
  while (counter.step()) yield
  return counter.tokens()
}

/** Unchanged, unless a word in it was masked; yields between steps. */
function* built({ frame, body, texts }: HeldFrame): Generator<void, Uint8Array, void> {
  if (!body || !texts.some(isHit)) return frame
  for (const text of texts) putBack(text)
  const data: FrameData = frame.length > atOnceMax ? yield* writeJsonInSteps(body, stepMax) : JSON.stringify(body)
  return withData(frame, data)
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
