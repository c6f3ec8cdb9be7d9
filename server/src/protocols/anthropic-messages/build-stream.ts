import { answerFault } from '../../core/chat/answer-fault.ts'
import type { ChatEvent, ChatStreamBuilder, NaturalEnd } from '../../core/chat/chat-response.ts'
import { jsonOfFrame } from '../../core/json/json-later.ts'
import { createValueEnd, type ValueEnd } from '../../core/json/value-end.ts'
import type { Usage } from '../../core/usage/usage.ts'
import { answerText, buildCitation, messageId } from './build-response.ts'
import { buildAnthropicUsage } from './build-usage.ts'
import { buildCallState } from './call-state.ts'
import { buildAnthropicErrorFrame, mapErrorType } from './errors.ts'
import { mapFinishReason } from './map-finish-reason.ts'
import type { AnswerBlock, AnswerCitation, EventDelta, EventFields, EventType } from './wire.ts'

export interface AnthropicStreamOptions {
  /** The id of a message without a start event. */
  newId: () => string
  /** The model name in such a message. */
  model: string
  /**
   * The gateway's own count of the input, for `message_start`: upstreams of other formats report it only at the end.
   */
  inputTokens?: number
}

/** A frame that keeps a silent stream alive. */
export const anthropicPing = 'event: ping\ndata: {"type":"ping"}\n\n'

/** A tool call of the stream. Blocks never interleave, calls of other formats may: a later call waits. */
interface Call {
  id: string
  name: string
  signature: string | undefined
  /** Arguments that are not written yet: those of a call that waits. */
  held: string
  /** Of its arguments. */
  end: ValueEnd
  /** The upstream has ended the call: no more arguments follow. */
  isEnded: boolean
  state: 'waiting' | 'open' | 'closed'
}

type OpenBlock = { kind: 'text' } | { kind: 'thinking'; isSigned: boolean } | { kind: 'tool'; call: Call }

/**
 * Writes a Messages stream: block indexes count up from 0, at most one block is open, and `message_delta` comes once,
 * at the end, with the usage. No end marker follows `message_stop`.
 */
export function createAnthropicStreamBuilder(options: AnthropicStreamOptions): ChatStreamBuilder {
  let out = ''
  let isStarted = false
  let isOver = false
  let open: OpenBlock | null = null
  let nextIndex = 0
  let usage: Usage | null = null
  let finish: { reason: NaturalEnd; stopSequence?: string } | null = null
  const calls = new Map<number, Call>()
  const waiting: Call[] = []
  let heldLength = 0
  /** The call that was active last: a `part_end` refers to it. */
  let lastCall: Call | null = null

  return {
    push(event) {
      if (isOver) return ''
      dispatch(event)
      return take()
    },
    end() {
      if (isOver) return ''
      isOver = true
      ensureStarted()
      leaveBlock()
      const hasToolCalls = calls.size > 0
      emit('message_delta', {
        delta: {
          stop_reason: mapFinishReason(finish?.reason ?? null, hasToolCalls),
          stop_sequence: finish?.stopSequence ?? null,
        },
        usage: buildAnthropicUsage(usage),
      })
      emit('message_stop', {})
      return take()
    },
    heldLength: () => heldLength,
  }

  function take(): string {
    const frames = out
    out = ''
    return frames
  }

  function emit<Type extends EventType>(type: Type, payload: EventFields<Type>): void {
    out += `event: ${type}\ndata: ${jsonOfFrame({ type, ...payload })}\n\n`
  }

  function dispatch(event: ChatEvent): void {
    if ('choice' in event && event.choice !== 0) return
    switch (event.kind) {
      case 'start':
        start(event.id, event.model, event.usage)
        break
      case 'text':
      case 'refusal':
        addText(event.text)
        break
      case 'media':
        addText(answerText(event.part))
        break
      case 'citation':
        addCitation(buildCitation(event.citation))
        break
      case 'reasoning':
        addReasoning(event.text)
        break
      case 'reasoning_signature':
        addSignature(event.signature)
        break
      case 'reasoning_redacted':
        addRedacted(event.data)
        break
      case 'tool_start':
        startCall(event)
        break
      case 'tool_arguments':
        addArguments(calls.get(event.call), event.text)
        break
      case 'part_end':
        endPart()
        break
      case 'usage':
        usage = event.usage
        break
      case 'finish':
        if (event.reason === 'error') fail(answerFault)
        else finish ??= { ...event, reason: event.reason }
        break
      case 'error':
        fail(event.error)
        break
      case 'end':
        break
    }
  }

  function fail({ type, message }: Extract<ChatEvent, { kind: 'error' }>['error']): void {
    isOver = true
    out += buildAnthropicErrorFrame({ type: mapErrorType(type), message })
  }

  function start(id: string, model: string, reported: Usage | null): void {
    if (isStarted) return
    isStarted = true
    usage = reported
    const estimate = { input_tokens: options.inputTokens ?? 0, output_tokens: 0 }
    emit('message_start', {
      message: {
        id: messageId(id),
        type: 'message',
        role: 'assistant',
        model,
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: reported ? buildAnthropicUsage(reported) : estimate,
      },
    })
  }

  function ensureStarted(): void {
    if (!isStarted) start(options.newId(), options.model, null)
  }

  function addText(text: string): void {
    if (text === '') return
    if (open?.kind !== 'text') openBlock({ kind: 'text' }, { type: 'text', text: '' })
    emitDelta({ type: 'text_delta', text })
  }

  /** Belongs to the preceding text; without one it has no position and is dropped. */
  function addCitation(citation: AnswerCitation | null): void {
    if (citation && open?.kind === 'text') emitDelta({ type: 'citations_delta', citation })
  }

  function addReasoning(text: string): void {
    if (text === '') return
    openThinking()
    emitDelta({ type: 'thinking_delta', thinking: text })
  }

  function addSignature(signature: string): void {
    if (signature === '') return
    openThinking().isSigned = true
    emitDelta({ type: 'signature_delta', signature })
  }

  /** The open thinking block, or a new one: a signature completes its text. */
  function openThinking(): Extract<OpenBlock, { kind: 'thinking' }> {
    if (open?.kind === 'thinking' && !open.isSigned) return open
    const block = { kind: 'thinking' as const, isSigned: false }
    openBlock(block, { type: 'thinking', thinking: '', signature: '' })
    return block
  }

  function addRedacted(data: string): void {
    openBlock({ kind: 'text' }, { type: 'redacted_thinking', data })
    closeBlock()
  }

  function startCall({ call: number, id, name, signature }: Extract<ChatEvent, { kind: 'tool_start' }>): void {
    if (calls.has(number)) return
    const call: Call = {
      id,
      name,
      signature,
      held: '',
      end: createValueEnd(),
      isEnded: false,
      state: 'waiting',
    }
    calls.set(number, call)
    lastCall = call
    if (open?.kind === 'tool' && !isWhole(open.call)) waiting.push(call)
    else openCall(call)
  }

  function addArguments(call: Call | undefined, text: string): void {
    if (!call || call.state === 'closed' || text === '') return
    lastCall = call
    call.end.push(text)
    if (call.state === 'waiting') {
      call.held += text
      heldLength += text.length
      return
    }
    emitDelta({ type: 'input_json_delta', partial_json: text })
    if (waiting.length > 0 && isWhole(call)) openNextCalls()
  }

  function endPart(): void {
    if (lastCall?.state === 'waiting') {
      lastCall.isEnded = true
      return
    }
    closeBlock()
    openNextCalls()
  }

  function openCall(call: Call): void {
    if (call.signature) addCallState(call.signature)
    openBlock({ kind: 'tool', call }, { type: 'tool_use', id: call.id, name: call.name, input: {} })
    call.state = 'open'
    if (call.held === '') return
    emitDelta({ type: 'input_json_delta', partial_json: call.held })
    heldLength -= call.held.length
    call.held = ''
  }

  /** A block that neither waits for other calls nor makes them wait. */
  function addCallState(state: string): void {
    closeBlock()
    ensureStarted()
    emit('content_block_start', { index: nextIndex, content_block: buildCallState(state) })
    emit('content_block_stop', { index: nextIndex })
    nextIndex++
  }

  /** Opens waiting calls in order, up to the first that may still grow. */
  function openNextCalls(): void {
    for (let call = waiting.shift(); call; call = waiting.shift()) {
      openCall(call)
      if (call.isEnded) closeBlock()
      else if (!isWhole(call)) return
    }
  }

  function openBlock(block: OpenBlock, wire: AnswerBlock): void {
    ensureStarted()
    if (block.kind === 'tool') closeBlock()
    else leaveBlock()
    open = block
    emit('content_block_start', { index: nextIndex, content_block: wire })
  }

  /** Closes the open block and writes the waiting calls. */
  function leaveBlock(): void {
    closeBlock()
    for (let call = waiting.shift(); call; call = waiting.shift()) {
      openCall(call)
      closeBlock()
    }
    lastCall = null
  }

  function closeBlock(): void {
    if (!open) return
    // Clients expect a signature; an empty one is dropped when the client sends it back.
    if (open.kind === 'thinking' && !open.isSigned) emitDelta({ type: 'signature_delta', signature: '' })
    if (open.kind === 'tool') open.call.state = 'closed'
    emit('content_block_stop', { index: nextIndex })
    nextIndex++
    open = null
  }

  function emitDelta(delta: EventDelta): void {
    emit('content_block_delta', { index: nextIndex, delta })
  }
}

/** Whether the call is complete: the upstream ended it, or its arguments are a whole value. */
const isWhole = (call: Call): boolean => call.isEnded || call.end.isWhole()
