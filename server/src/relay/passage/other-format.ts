import { type JsonRecord, recordOf } from '@sluice/contract/read-json'
import { responseEvents } from '../../core/chat/assemble.ts'
import { createAnswerIds, fitAnswerIds, fitEventId } from '../../core/chat/call-ids.ts'
import type { ChatEvent, ChatResponse } from '../../core/chat/chat-response.ts'
import { argumentTexts } from '../../core/chat/json-texts.ts'
import { restoreEventName, restoreNames } from '../../core/chat/tool-names.ts'
import { readExactJson } from '../../core/json/exact-json.ts'
import { type PreparedValues, withPrepared } from '../../core/json/prepared-json.ts'
import { writeJsonInSteps } from '../../core/json/write-json-in-steps.ts'
import type { Usage } from '../../core/usage/usage.ts'
import { finishInTurns, stepMax } from '../../platform/in-turns.ts'
import { frameData } from '../../protocols/sse/frame-data.ts'
import type { SplitFrames } from '../../protocols/sse/frame-splitter.ts'
import type { AnswerHead, StreamMeter } from '../../protocols/wire-format.ts'
import { answerHeadOf } from '../call/answer-head.ts'
import type { AdmittedCall } from '../call/relay-call.ts'
import { markEvent, markResponse } from '../formats/opaque-state.ts'
import { translatedPath } from '../formats/translated-path.ts'
import { operationOf } from './operations.ts'
import type { Outgoing } from './outgoing-frames.ts'
import type { ClientAnswer, Passage, SentAttempt, WholeAnswer } from './passage.ts'
import { jsonType } from './sent-body.ts'
import type { StreamShaper } from './stream-shaper.ts'
import { isLargeWriting, readArguments, readLast, writeInSteps, writeStreamInSteps } from './write-in-steps.ts'

const encoder = new TextEncoder()

/** What all passages between two formats have in common. */
export const otherFormat = {
  isSameFormat: false,
  isRaw: false,
  path: ({ target }, { format }) => translatedPath(operationOf(target).sentAs, format.id),
  clientHeaders: () => null,
  findMedia: () => null,
  hidesUsage: () => false,
  passesSound: () => false,
  readAhead: () => null,
  rewritesAnswer: () => true,
  createShaper: createTranslatingShaper,
} satisfies Partial<Passage>

/** The object of a whole answer. */
export const readWhole = ({ body, read }: Pick<WholeAnswer, 'body' | 'read'>): JsonRecord =>
  recordOf(read ?? readExactJson(new TextDecoder().decode(body)))

const jsonAnswer = (body: ClientAnswer['body']): ClientAnswer => ({
  body,
  contentType: jsonType,
  isStream: false,
})

/** An answer of the gateway; a promise only where that of the upstream is large. */
export const writeAnswer = (
  { read }: Pick<WholeAnswer, 'read'>,
  value: unknown,
): ClientAnswer | Promise<ClientAnswer> =>
  read ? finishInTurns(writeJsonInSteps(value, stepMax)).then(jsonAnswer) : jsonAnswer(JSON.stringify(value))

/** A chat's answer in the client's format; as a stream if the client requested one and the upstream sent none. */
export function translateAnswer(
  call: AdmittedCall,
  { format, passage, sent }: SentAttempt,
  given: WholeAnswer,
  usage: Usage,
): ClientAnswer | Promise<ClientAnswer> {
  const head = answerHeadOf(call)
  const own = format.parseAnswer(readWhole(given), head.newId)
  const idOf = createAnswerIds(sent.callIds, call.format.callIds, head.newId)
  const named = fitAnswerIds(restoreNames(own, sent.toolNames), idOf)
  const parsed = passage.isSameFormat ? named : markResponse(named, format.id)
  const response = { ...parsed, model: call.request.model, usage }
  const { unread } = own
  if (given.read) return buildLarge(call, { response, head, unread })
  if (!call.request.isStream) return { ...jsonAnswer(JSON.stringify(call.format.buildAnswer(response, head))), unread }
  const builder = call.format.createStreamBuilder(head)
  const text = framedEvents(response).map((event) => builder.push(event))
  return streamAnswer([...text, builder.end()], unread)
}

interface LargeAnswer {
  response: ChatResponse
  head: AnswerHead
  unread: readonly string[] | undefined
}

/** The same between other work. */
async function buildLarge(call: AdmittedCall, { response, head, unread }: LargeAnswer): Promise<ClientAnswer> {
  const { format, request } = call
  const texts = format.readsArguments ? response.choices.flatMap(({ parts }) => argumentTexts(parts)) : []
  const values = texts.length > 0 ? await finishInTurns(readArguments(texts)) : null
  if (!request.isStream) {
    const built = withPrepared(values, () => format.buildAnswer(response, head))
    return { ...jsonAnswer(await finishInTurns(writeJsonInSteps(built, stepMax))), unread }
  }
  const builder = format.createStreamBuilder(head)
  const frames = await finishInTurns(writeStreamInSteps(builder, framedEvents(response)))
  return { body: frames, contentType: null, isStream: true, unread }
}

const framedEvents = (response: ChatResponse): ChatEvent[] =>
  responseEvents(response).filter((event) => event.kind !== 'end')

const streamAnswer = (frames: string[], unread: LargeAnswer['unread']): ClientAnswer => ({
  body: frames.join(''),
  contentType: null,
  isStream: true,
  unread,
})

/** Different formats: every frame becomes events, and every event becomes frames of the client. */
function createTranslatingShaper(call: AdmittedCall, { format, sent }: SentAttempt, meter: StreamMeter): StreamShaper {
  const head = answerHeadOf(call)
  const parser = format.createStreamParser(head.newId)
  const builder = call.format.createStreamBuilder(head)
  const idOf = createAnswerIds(sent.callIds, call.format.callIds, head.newId)
  const { dataOf = frameData } = format
  let hasUsage = false
  let last: PreparedValues | null = null

  /** The events of frames as the client reads them, and the frame that ends the stream. */
  function read({ bytes, ends }: SplitFrames): { events: ChatEvent[]; end: Outgoing['end'] } {
    const events: ChatEvent[] = []
    let from = 0
    for (const end of ends) {
      const frame = end - from === bytes.length ? bytes : bytes.subarray(from, end)
      from = end
      const data = dataOf(frame)
      const kind = meter.push(data)
      let isFaulty = false
      for (const event of data === null ? [] : parser.push(data, null)) {
        if (isFault(event)) isFaulty = true
        else if (event.kind !== 'end' && event.kind !== 'error') events.push(clientEvent(event))
      }
      if (isFaulty) return { events, end: { kind: 'error', frame } }
      if (kind === 'done' || kind === 'error') return { events, end: { kind, frame } }
    }
    return { events, end: null }
  }

  function clientEvent(event: ChatEvent): ChatEvent {
    if (event.kind === 'usage') hasUsage = true
    const marked = markEvent(fitEventId(restoreEventName(event, sent.toolNames), idOf), format.id)
    return marked.kind === 'start' ? { ...marked, model: head.model } : marked
  }

  function* writeLarge(events: readonly ChatEvent[]): Generator<void, Uint8Array, void> {
    const bytes = yield* writeInSteps(builder, events)
    while (parser.step?.()) yield
    return bytes
  }

  return {
    pass(frames) {
      const { events, end } = read(frames)
      if (isLargeWriting(builder, frames.bytes.length))
        return finishInTurns(writeLarge(events)).then((bytes) => ({ bytes, end }))
      let text = ''
      for (const event of events) text += builder.push(event)
      return { bytes: encoder.encode(text), end }
    },
    async prepareClose() {
      if (isLargeWriting(builder, 0)) last = await finishInTurns(readLast(builder))
    },
    close({ usage }) {
      const events: ChatEvent[] = hasUsage ? [] : [{ kind: 'usage', usage }]
      if (isLargeWriting(builder, 0)) return finishInTurns(writeStreamInSteps(builder, events, last))
      let text = ''
      for (const event of events) text += builder.push(event)
      return encoder.encode(text + builder.end())
    },
    fail: (frame) => encoder.encode(builder.fail?.(frame) ?? frame),
  }
}

/** The end of an answer that the upstream could not finish: an error for the client. */
const isFault = (event: ChatEvent): boolean => event.kind === 'finish' && event.reason === 'error'
