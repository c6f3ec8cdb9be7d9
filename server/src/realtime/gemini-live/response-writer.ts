import type { JsonRecord } from '@sluice/contract/read-json'
import type { ReportedUsage } from '../../core/usage/usage-report.ts'
import { buildRealtimeUsage } from '../../protocols/openai-realtime/build-usage.ts'
import type { EventNames } from './event-names.ts'

type CancelReason = 'turn_detected' | 'client_cancelled'
/** Why a response ends early; `connection_lost` = its remainder was lost when the upstream disconnected. */
export type CutReason = CancelReason | 'connection_lost'

/** Writes one response as OpenAI's events. Its audio and its transcript are one part of one message. */
export interface ResponseWriter {
  audio(base64: string): void
  /** The transcript of the audio. */
  transcript(text: string): void
  text(text: string): void
  call(call: { id: string; name: string; arguments: string }): void
  /** `cut` = why it ends early; null = it is complete. */
  end(cut: CutReason | null, usage: ReportedUsage | null): void
}

interface OpenMessage {
  id: string
  index: number
  /** The parts sent so far: only these are in its final events. */
  isSpoken: boolean
  hasSound: boolean
  text: string
}

export function createResponseWriter({
  names,
  newId,
  emit,
}: {
  names: EventNames
  newId(kind: 'resp' | 'item'): string
  emit(type: string, fields: JsonRecord): void
}): ResponseWriter {
  const id = newId('resp')
  const output: JsonRecord[] = []
  let message: OpenMessage | null = null
  let isCut = false

  const responseOf = (fields: JsonRecord) => ({
    id,
    object: 'realtime.response',
    status: 'in_progress',
    status_details: null,
    output: [],
    usage: null,
    ...fields,
  })
  emit('response.created', { response: responseOf({}) })

  return {
    audio(delta) {
      const open = messageOf(true)
      open.hasSound = true
      emit(`${names.audio}.delta`, { ...placeOf(open), delta })
    },
    transcript(delta) {
      const open = messageOf(true)
      open.text += delta
      emit(`${names.transcript}.delta`, { ...placeOf(open), delta })
    },
    text(delta) {
      const open = messageOf(false)
      open.text += delta
      emit(`${open.isSpoken ? names.transcript : names.text}.delta`, { ...placeOf(open), delta })
    },
    call({ id: callId, name, arguments: text }) {
      endMessage()
      const itemId = newId('item')
      const place = { response_id: id, output_index: output.length }
      const itemOf = (status: string, given: string) => ({
        id: itemId,
        object: 'realtime.item',
        type: 'function_call',
        status,
        call_id: callId,
        name,
        arguments: given,
      })
      emit('response.output_item.added', { ...place, item: itemOf('in_progress', '') })
      emit(names.itemAdded, { previous_item_id: null, item: itemOf('in_progress', '') })
      const named = { ...place, item_id: itemId, call_id: callId }
      emit('response.function_call_arguments.delta', { ...named, delta: text })
      emit('response.function_call_arguments.done', { ...named, name, arguments: text })
      endItem(place, itemOf('completed', text))
    },
    end(cut, usage) {
      isCut = cut !== null
      endMessage()
      const { status, details } = statusOf(cut)
      const reported = usage && buildRealtimeUsage(usage)
      emit('response.done', {
        response: responseOf({ status, status_details: details, output, usage: reported }),
      })
    },
  }

  /** The current message, or a new one. Its first part decides whether it is audio. */
  function messageOf(isSpoken: boolean): OpenMessage {
    if (message) return message
    message = { id: newId('item'), index: output.length, isSpoken, hasSound: false, text: '' }
    const item = itemOf(message, 'in_progress', [])
    emit('response.output_item.added', { response_id: id, output_index: message.index, item })
    emit(names.itemAdded, { previous_item_id: null, item })
    const part = isSpoken ? { type: 'audio', transcript: '' } : { type: 'text', text: '' }
    emit('response.content_part.added', { ...placeOf(message), part })
    return message
  }

  function endMessage(): void {
    if (!message) return
    const { isSpoken, hasSound, text } = message
    const place = placeOf(message)
    if (hasSound) emit(`${names.audio}.done`, place)
    if (isSpoken) emit(`${names.transcript}.done`, { ...place, transcript: text })
    else emit(`${names.text}.done`, { ...place, text })
    const part = isSpoken ? { type: 'audio', transcript: text } : { type: 'text', text }
    emit('response.content_part.done', { ...place, part })
    const content = isSpoken ? { type: names.audioContent, transcript: text } : { type: names.textContent, text }
    const ended = itemOf(message, isCut ? 'incomplete' : 'completed', [content])
    endItem({ response_id: id, output_index: message.index }, ended)
    message = null
  }

  function endItem(place: JsonRecord, item: JsonRecord): void {
    output.push(item)
    emit('response.output_item.done', { ...place, item })
    if (names.itemDone) emit(names.itemDone, { previous_item_id: null, item })
  }

  function placeOf({ id: itemId, index }: OpenMessage): JsonRecord {
    return { response_id: id, item_id: itemId, output_index: index, content_index: 0 }
  }
}

function statusOf(cut: CutReason | null): { status: string; details: JsonRecord | null } {
  if (cut === null) return { status: 'completed', details: null }
  if (cut !== 'connection_lost') return { status: 'cancelled', details: { type: 'cancelled', reason: cut } }
  return { status: 'failed', details: { type: 'failed', error: { type: 'server_error', code: cut } } }
}

const itemOf = ({ id }: OpenMessage, status: string, content: JsonRecord[]): JsonRecord => ({
  id,
  object: 'realtime.item',
  type: 'message',
  status,
  role: 'assistant',
  content,
})
