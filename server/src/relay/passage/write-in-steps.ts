import type { ChatEvent, ChatStreamBuilder } from '../../core/chat/chat-response.ts'
import { GatewayError } from '../../core/errors.ts'
import { joinInSteps } from '../../core/json/join-in-steps.ts'
import { writeLater } from '../../core/json/json-later.ts'
import { prepareValues } from '../../core/json/prepare-json.ts'
import { type PreparedValues, withPrepared } from '../../core/json/prepared-json.ts'
import { jsonLimits } from '../../core/json/scan-json.ts'
import { stepMax } from '../../platform/in-turns.ts'
import { atOnceMax } from '../call/large-body.ts'

/** The longest text that a builder holds for one event, as that of a whole answer. */
const heldMax = 67_108_864

/**
 * Whether the frames of the next events are written between other work. Throws `upstream_response_too_large` for more
 * than a builder may hold.
 */
export function isLargeWriting({ heldLength }: ChatStreamBuilder, bytes: number): boolean {
  const held = heldLength?.() ?? 0
  if (held > heldMax) throw new GatewayError('upstream_response_too_large')
  return held + bytes > atOnceMax
}

/** The client's frames for events, long texts in several; yields between steps. */
export function* writeInSteps(
  builder: ChatStreamBuilder,
  events: Iterable<ChatEvent>,
): Generator<void, Uint8Array, void> {
  return yield* joinInSteps(yield* writePieces(builder, events))
}

/** The same, and the frames that end the stream. `read`: what `readLast` returned; null = it was not called. */
export function* writeStreamInSteps(
  builder: ChatStreamBuilder,
  events: Iterable<ChatEvent>,
  read: PreparedValues | null = null,
): Generator<void, Uint8Array, void> {
  const pieces = yield* writePieces(builder, events)
  const last = yield* writeFrames(() => builder.end(), read ?? (yield* readLast(builder)))
  return yield* joinInSteps([...pieces, ...last])
}

function* writePieces(builder: ChatStreamBuilder, events: Iterable<ChatEvent>): Generator<void, Uint8Array[], void> {
  const pieces: Uint8Array[] = []
  for (const event of inPieces(events)) {
    yield
    for (const piece of yield* writeOne(builder, event)) pieces.push(piece)
  }
  return pieces
}

/** Long texts in pieces, as models send them. */
function* inPieces(events: Iterable<ChatEvent>): Generator<ChatEvent> {
  for (const event of events)
    if (!('text' in event) || event.text.length <= stepMax) yield event
    else for (const text of piecesOf(event.text)) yield { ...event, text }
}

function* piecesOf(text: string): Generator<string> {
  for (let from = 0; from < text.length; ) {
    const cut = from + stepMax
    // The halves of a pair stay together.
    const to = /^[\ud800-\udbff]$/.test(text[cut - 1] ?? '') ? cut + 1 : cut
    yield text.slice(from, to)
    from = to
  }
}

function* writeOne(builder: ChatStreamBuilder, event: ChatEvent): Generator<void, Uint8Array[], void> {
  const values = yield* readHeld(builder, event)
  return yield* writeFrames(() => builder.push(event), values)
}

function* writeFrames(build: () => string, values: PreparedValues | null): Generator<void, Uint8Array[], void> {
  const [pieces = []] = yield* writeLater(() => withPrepared(values, () => [build()]), stepMax)
  return pieces
}

/**
 * Reads the arguments that are held for the end of a stream. Throws `upstream_response_too_large` for too many values.
 */
export const readLast = (builder: ChatStreamBuilder): Generator<void, PreparedValues | null, void> =>
  readHeld(builder, null)

/** Reads what is held for an event, or for the end (null). */
function* readHeld(builder: ChatStreamBuilder, event: ChatEvent | null): Generator<void, PreparedValues | null, void> {
  const texts = builder.textsToRead?.(event) ?? []
  yield
  return texts.length > 0 ? yield* readArguments(texts) : null
}

/** Reads arguments of calls in an answer. Throws `upstream_response_too_large` for too many values. */
export function* readArguments(texts: readonly string[]): Generator<void, PreparedValues, void> {
  try {
    return yield* prepareValues(texts, stepMax, jsonLimits.nodesMax)
  } catch (cause) {
    throw cause instanceof RangeError ? new GatewayError('upstream_response_too_large', {}, { cause }) : cause
  }
}
