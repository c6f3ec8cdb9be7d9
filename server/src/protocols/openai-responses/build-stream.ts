import type { ChatEvent, ChatStreamBuilder, FinishReason } from '../../core/chat/chat-response.ts'
import type { Citation, ReasoningPart } from '../../core/chat/content.ts'
import { jsonOfFrame } from '../../core/json/json-later.ts'
import type { Usage } from '../../core/usage/usage.ts'
import {
  buildAnnotation,
  type CallItem,
  callItem,
  callStateItem,
  imageItem,
  messageItem,
  reasoningItem,
  refusalPart,
  textPart,
} from './build-items.ts'
import { buildResponseFrame, type ResponseHead } from './build-response.ts'
import { buildResponsesUsage } from './build-usage.ts'
import { customInput } from './custom-tools.ts'
import { buildErrorFrame, continueErrorFrame } from './errors.ts'
import { mapFinishReasonToStatus } from './map-status.ts'
import { createToolIndex } from './tool-index.ts'
import type { Answer, AnswerAnnotation, AnswerContentPart, AnswerItem, EventFields, EventType } from './wire.ts'

/** A text or a refusal that is being written. */
interface WrittenPart {
  kind: 'text' | 'refusal'
  text: string
  annotations: AnswerAnnotation[]
}

/** The open item. Calls are separate: those of other formats may interleave. */
type OpenItem =
  | { kind: 'message'; id: string; index: number; content: AnswerContentPart[]; part: WrittenPart | null }
  | { kind: 'reasoning'; id: string; index: number; part: ReasoningPart }

interface OpenCall extends CallItem {
  index: number
  isClosed: boolean
}

/**
 * Writes a Responses stream: the initial response, each item in pieces and then whole, and last the whole response with
 * its usage. No end marker follows.
 */
export function createResponsesStreamBuilder(head: ResponseHead): ChatStreamBuilder {
  const toolIndex = createToolIndex(head.request)
  const output: AnswerItem[] = []
  const calls = new Map<number, OpenCall>()
  let out = ''
  let number = 0
  let frame: Answer | null = null
  let open: OpenItem | null = null
  let lastCall: OpenCall | null = null
  let usage: Usage | null = null
  let reason: FinishReason = 'stop'
  let hasRefusal = false
  let isOver = false
  /** The length of what the last event repeats, of which all that is open comes in three more events. */
  let length = 0
  let openLength = 0

  return {
    push(event) {
      if (isOver) return ''
      dispatch(event)
      return take()
    },
    end() {
      if (isOver) return ''
      isOver = true
      const begun = begin(head.createdAt)
      leave()
      const context = { hasToolCalls: calls.size > 0, hasRefusal }
      const ended = mapFinishReasonToStatus(reason, context)
      const response = { ...begun, ...ended, output, usage: usage ? buildResponsesUsage(usage) : null }
      emit(`response.${ended.status}`, { response })
      return take()
    },
    fail(frames) {
      const { id, created_at } = begin(head.createdAt)
      return take() + continueErrorFrame(frames, { number, response: { id, created_at } })
    },
    heldLength: () => length + 3 * openLength,
    textsToRead: (event) => (endsCalls(event) ? customArguments(event) : []),
  }

  /** The arguments of the calls of custom tools that `event` ends, or the end. */
  function customArguments(event: ChatEvent | null): string[] {
    const ended = event?.kind === 'part_end' ? [lastCall] : [...calls.values()]
    return ended.flatMap((call) => (call?.tool.isCustom && !call.isClosed ? [call.arguments] : []))
  }

  function take(): string {
    const frames = out
    out = ''
    return frames
  }

  function emit<Type extends EventType>(type: Type, payload: EventFields<Type>): void {
    out += `event: ${type}\ndata: ${jsonOfFrame({ type, sequence_number: number++, ...payload })}\n\n`
  }

  function dispatch(event: ChatEvent): void {
    if ('choice' in event && event.choice !== 0) return
    switch (event.kind) {
      case 'start':
        begin(event.createdAt || head.createdAt)
        usage = event.usage ?? usage
        break
      case 'text':
      case 'refusal':
        addText(event.kind, event.text)
        break
      case 'citation':
        cite(event.citation)
        break
      case 'reasoning':
        think(event.text)
        break
      case 'reasoning_signature':
        sign(event.signature)
        break
      case 'reasoning_redacted':
        leave()
        addWhole(reasoningItem(head.newId(), { kind: 'reasoning', text: '', redacted: event.data }))
        break
      case 'media':
        show(event.part)
        break
      case 'tool_start':
        startCall(event)
        break
      case 'tool_arguments':
        addArguments(calls.get(event.call), event.text)
        break
      case 'part_end':
        if (lastCall) closeCall(lastCall)
        else endPart()
        break
      case 'usage':
        usage = event.usage
        break
      case 'finish':
        reason = event.reason
        break
      case 'error':
        fail(event.error)
        break
      case 'end':
        break
      default:
        event satisfies never
    }
  }

  function fail(error: Extract<ChatEvent, { kind: 'error' }>['error']): void {
    isOver = true
    const response = begin(head.createdAt)
    out += buildErrorFrame({ ...error, param: null }, { number, response })
  }

  /** The initial response, sent once. */
  function begin(createdAt: number): Answer {
    if (frame) return frame
    frame = buildResponseFrame({ ...head, createdAt })
    emit('response.created', { response: frame })
    emit('response.in_progress', { response: frame })
    return frame
  }

  /** Takes the next index of the output. */
  function addItem(item: AnswerItem): number {
    begin(head.createdAt)
    const index = output.push(item) - 1
    emit('response.output_item.added', { output_index: index, item })
    return index
  }

  function endItem(index: number, item: AnswerItem): void {
    output[index] = item
    openLength = 0
    head.onItem?.(item)
    emit('response.output_item.done', { output_index: index, item })
  }

  function addWhole(item: AnswerItem): void {
    endItem(addItem(item), item)
  }

  function addText(kind: WrittenPart['kind'], text: string): void {
    if (text === '') return
    if (kind === 'refusal') hasRefusal = true
    const { place, part } = openPart(kind)
    part.text += text
    hold(text)
    const type = kind === 'text' ? 'response.output_text.delta' : 'response.refusal.delta'
    emit(type, { ...place, delta: text, ...(kind === 'text' ? { logprobs: [] } : {}) })
  }

  /** The open text or refusal, or a new one in a new message. */
  function openPart(kind: WrittenPart['kind']) {
    if (open?.kind !== 'message') {
      leave()
      const id = head.newId()
      open = {
        kind: 'message',
        id,
        index: addItem(messageItem(id, [], 'in_progress')),
        content: [],
        part: null,
      }
    }
    const message = open
    if (message.part && message.part.kind !== kind) closePart(message)
    if (!message.part) {
      message.part = { kind, text: '', annotations: [] }
      emit('response.content_part.added', { ...placeOf(message), part: wireOf(message.part) })
    }
    return { place: placeOf(message), part: message.part }
  }

  function placeOf(message: Extract<OpenItem, { kind: 'message' }>) {
    const { id, index, content } = message
    return { item_id: `msg_${id}`, output_index: index, content_index: content.length }
  }

  function closePart(message: Extract<OpenItem, { kind: 'message' }>): void {
    const { part } = message
    if (!part) return
    const place = placeOf(message)
    const wire = wireOf(part)
    if (part.kind === 'text') emit('response.output_text.done', { ...place, text: part.text, logprobs: [] })
    else emit('response.refusal.done', { ...place, refusal: part.text })
    emit('response.content_part.done', { ...place, part: wire })
    message.content.push(wire)
    message.part = null
  }

  /** Belongs to the preceding text; without one it has no position and is dropped. */
  function cite(citation: Citation): void {
    if (open?.kind !== 'message' || open.part?.kind !== 'text') return
    const annotation = buildAnnotation(citation, open.part.text.length)
    if (!annotation) return
    const annotationIndex = open.part.annotations.push(annotation) - 1
    const place = { ...placeOf(open), annotation_index: annotationIndex }
    emit('response.output_text.annotation.added', { ...place, annotation })
  }

  function think(text: string): void {
    if (text === '') return
    const thought = openThought()
    const place = summaryOf(thought)
    if (thought.part.text === '')
      emit('response.reasoning_summary_part.added', { ...place, part: { type: 'summary_text', text: '' } })
    thought.part.text += text
    hold(text)
    emit('response.reasoning_summary_text.delta', { ...place, delta: text })
  }

  /** A signature ends the thought that it signs. */
  function sign(signature: string): void {
    if (signature === '') return
    openThought().part.signature = signature
    leave()
  }

  function openThought(): Extract<OpenItem, { kind: 'reasoning' }> {
    if (open?.kind === 'reasoning') return open
    leave()
    const id = head.newId()
    const part: ReasoningPart = { kind: 'reasoning', text: '' }
    const thought = { kind: 'reasoning' as const, id, index: addItem(reasoningItem(id, part)), part }
    open = thought
    return thought
  }

  /** After a text, another part of the same message may follow; a thought is complete. */
  function endPart(): void {
    if (open?.kind === 'message') closePart(open)
    else leaveItem()
  }

  function show(part: Extract<ChatEvent, { kind: 'media' }>['part']): void {
    if (part.kind === 'audio') {
      // The format has no sound here; its transcript becomes text.
      addText('text', part.transcript ?? '')
      return
    }
    leave()
    const item = imageItem(head.newId(), part)
    if (item) addWhole(item)
    if (part.source.kind === 'base64') length += part.source.data.length
  }

  function startCall({ call: at, id: callId, name, signature }: Extract<ChatEvent, { kind: 'tool_start' }>): void {
    if (calls.has(at)) return
    leaveItem()
    if (signature !== undefined) addWhole(callStateItem(head.newId(), signature))
    const item: CallItem = { id: head.newId(), callId, tool: toolIndex.toolOf(name), arguments: '' }
    const call = { ...item, index: addItem(callItem(item, 'in_progress')), isClosed: false }
    calls.set(at, call)
    lastCall = call
  }

  function addArguments(call: OpenCall | undefined, text: string): void {
    if (!call || call.isClosed || text === '') return
    lastCall = call
    call.arguments += text
    hold(text)
    // Free-form input can be extracted from its arguments only when they are whole.
    if (!call.tool.isCustom) emit('response.function_call_arguments.delta', { ...callPlace(call), delta: text })
  }

  function hold(text: string): void {
    length += text.length
    openLength += text.length
  }

  function closeCall(call: OpenCall): void {
    if (call === lastCall) lastCall = null
    if (call.isClosed) return
    call.isClosed = true
    const place = callPlace(call)
    if (call.tool.isCustom) {
      const input = customInput(call.arguments)
      emit('response.custom_tool_call_input.delta', { ...place, delta: input })
      emit('response.custom_tool_call_input.done', { ...place, input })
    } else {
      if (call.arguments === '') call.arguments = '{}'
      const { tool, arguments: args } = call
      emit('response.function_call_arguments.done', { ...place, name: tool.name, arguments: args })
    }
    endItem(call.index, callItem(call))
  }

  /** Closes everything that is open, including calls. */
  function leave(): void {
    leaveItem()
    for (const call of calls.values()) closeCall(call)
  }

  function leaveItem(): void {
    if (!open) return
    const item = open
    open = null
    if (item.kind === 'message') {
      closePart(item)
      endItem(item.index, messageItem(item.id, item.content))
      return
    }
    const { text } = item.part
    if (text !== '') {
      emit('response.reasoning_summary_text.done', { ...summaryOf(item), text })
      emit('response.reasoning_summary_part.done', {
        ...summaryOf(item),
        part: { type: 'summary_text', text },
      })
    }
    endItem(item.index, reasoningItem(item.id, item.part))
  }
}

/** Whether calls are complete with the event, or at the end (null). */
const endsCalls = (event: ChatEvent | null): boolean =>
  event === null || ('choice' in event && event.choice === 0 && otherParts.has(event.kind))

const otherParts: ReadonlySet<ChatEvent['kind']> = new Set([
  'text',
  'refusal',
  'reasoning',
  'reasoning_signature',
  'reasoning_redacted',
  'media',
  'part_end',
])

const wireOf = ({ kind, text, annotations }: WrittenPart): AnswerContentPart =>
  kind === 'text' ? textPart(text, [...annotations]) : refusalPart(text)

const summaryOf = ({ id, index }: { id: string; index: number }) => ({
  item_id: `rs_${id}`,
  output_index: index,
  summary_index: 0,
})

const callPlace = ({ id, index, tool }: OpenCall) => ({
  item_id: `${tool.isCustom ? 'ctc' : 'fc'}_${id}`,
  output_index: index,
})
