import { recordOf } from '@sluice/contract/read-json'
import { responseEvents } from '../../core/chat/assemble.ts'
import { createAnswerIds, fitAnswerIds, fitEventId } from '../../core/chat/call-ids.ts'
import type { ChatEvent } from '../../core/chat/chat-response.ts'
import { restoreEventName, restoreNames } from '../../core/chat/tool-names.ts'
import { readExactJson } from '../../core/json/exact-json.ts'
import type { Usage } from '../../core/usage/usage.ts'
import { frameData } from '../../protocols/sse/frame-data.ts'
import type { StreamMeter } from '../../protocols/wire-format.ts'
import { answerHeadOf } from '../call/answer-head.ts'
import type { AdmittedCall } from '../call/relay-call.ts'
import { markEvent, markResponse } from '../formats/opaque-state.ts'
import { translatedPath } from '../formats/translated-path.ts'
import { operationOf } from './operations.ts'
import type { ClientAnswer, Passage, SentAttempt, WholeAnswer } from './passage.ts'
import { jsonType } from './sent-body.ts'
import type { StreamShaper } from './stream-shaper.ts'

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
  createShaper: createTranslatingShaper,
} satisfies Partial<Passage>

/** The object of a whole answer. */
export const readWhole = ({ body }: Pick<WholeAnswer, 'body'>) =>
  recordOf(readExactJson(new TextDecoder().decode(body)))

export const jsonAnswer = (value: unknown): ClientAnswer => ({
  body: JSON.stringify(value),
  contentType: jsonType,
  isStream: false,
})

/** A chat's answer in the client's format; as a stream if the client requested one and the upstream sent none. */
export function translateAnswer(
  call: AdmittedCall,
  { format, passage, sent }: SentAttempt,
  given: WholeAnswer,
  usage: Usage,
): ClientAnswer {
  const head = answerHeadOf(call)
  const own = format.parseAnswer(readWhole(given), head.newId)
  const idOf = createAnswerIds(sent.callIds, call.format.callIds, head.newId)
  const named = fitAnswerIds(restoreNames(own, sent.toolNames), idOf)
  const parsed = passage.isSameFormat ? named : markResponse(named, format.id)
  const response = { ...parsed, model: call.request.model, usage }
  const { unread } = own
  if (!call.request.isStream) return { ...jsonAnswer(call.format.buildAnswer(response, head)), unread }
  const builder = call.format.createStreamBuilder(head)
  const frames = responseEvents(response).filter((event) => event.kind !== 'end')
  const text = frames.map((event) => builder.push(event)).join('') + builder.end()
  return { body: text, contentType: null, isStream: true, unread }
}

/** Different formats: every frame becomes events, and every event becomes frames of the client. */
function createTranslatingShaper(call: AdmittedCall, { format, sent }: SentAttempt, meter: StreamMeter): StreamShaper {
  const head = answerHeadOf(call)
  const parser = format.createStreamParser(head.newId)
  const builder = call.format.createStreamBuilder(head)
  const idOf = createAnswerIds(sent.callIds, call.format.callIds, head.newId)
  const { dataOf = frameData } = format
  let hasUsage = false

  const write = (events: ChatEvent[]): string => {
    let text = ''
    for (const event of events) {
      if (event.kind === 'end' || event.kind === 'error' || isFault(event)) continue
      if (event.kind === 'usage') hasUsage = true
      const named = fitEventId(restoreEventName(event, sent.toolNames), idOf)
      const marked = markEvent(named, format.id)
      text += builder.push(marked.kind === 'start' ? { ...marked, model: head.model } : marked)
    }
    return text
  }

  return {
    pass({ bytes, ends }) {
      let text = ''
      let from = 0
      for (const end of ends) {
        const frame = bytes.subarray(from, end)
        from = end
        const data = dataOf(frame)
        const kind = meter.push(data)
        const events = data === null ? [] : parser.push(data, null)
        text += write(events)
        if (events.some(isFault)) return { bytes: encoder.encode(text), end: { kind: 'error', frame } }
        if (kind === 'done' || kind === 'error') return { bytes: encoder.encode(text), end: { kind, frame } }
      }
      return { bytes: encoder.encode(text), end: null }
    },
    close({ usage }) {
      const built = hasUsage ? '' : builder.push({ kind: 'usage', usage })
      return encoder.encode(built + builder.end())
    },
    fail: (frame) => encoder.encode(builder.fail?.(frame) ?? frame),
  }
}

/** The end of an answer that the upstream could not finish: an error for the client. */
const isFault = (event: ChatEvent): boolean => event.kind === 'finish' && event.reason === 'error'
