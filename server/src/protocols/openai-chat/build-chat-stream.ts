import { answerFault } from '../../core/chat/answer-fault.ts'
import type { ChatEvent, ChatStreamBuilder, NaturalEnd } from '../../core/chat/chat-response.ts'
import type { ReasoningPart } from '../../core/chat/content.ts'
import type { Usage } from '../../core/usage/usage.ts'
import { buildOpenaiErrorFrame } from '../openai-errors.ts'
import { buildAudio, buildImage, type OpenaiHead } from './build-chat-response.ts'
import { buildOpenaiUsage } from './build-usage.ts'
import { buildAnnotations } from './citations.ts'
import { mapFinishReasonToOpenai } from './map-finish-reason.ts'
import { buildReasoningDetail } from './reasoning.ts'
import { buildExtraContent } from './tool-calls.ts'
import type { AnswerDelta, AnswerFrame, FinishReason as FinishName } from './wire.ts'

export interface OpenaiStreamOptions extends OpenaiHead {
  /** The client asked for the usage frame. */
  includesUsage: boolean
}

type PartEvent = Exclude<Extract<ChatEvent, { choice: number }>, { kind: 'finish' }>

/** The state of a choice that later frames depend on. */
interface ChoiceState {
  hasToolCalls: boolean
  hasRefusal: boolean
  /** A call without arguments so far. */
  bareCall: number | null
  /** Text of the open reasoning part, repeated with its signature. */
  reasoning: string
  details: number
  images: number
  isFinished: boolean
}

/** Writes a Chat Completions stream. Every frame has the same id and time; the role comes first, usage last. */
export function createOpenaiChatStreamBuilder(options: OpenaiStreamOptions): ChatStreamBuilder {
  const head = { id: options.id ?? '', created: options.createdAt, model: options.model ?? '' }
  const choices = new Map<number, ChoiceState>()
  let usage: Usage | null = null
  let isClosed = false

  return {
    push(event) {
      if (isClosed) return ''
      switch (event.kind) {
        case 'start':
          head.id = options.id ?? event.id
          head.model = options.model ?? event.model
          head.created = event.createdAt || options.createdAt
          usage = event.usage ?? usage
          return begin(0)
        case 'usage':
          usage = event.usage
          return ''
        case 'error':
          return fail(event.error)
        case 'end':
          return ''
        case 'finish':
          if (event.reason === 'error') return fail(answerFault)
          return begin(event.choice) + finished(event.choice, event.reason)
        default:
          return begin(event.choice) + frames(event)
      }
    },
    end() {
      if (isClosed) return ''
      let text = ''
      for (const [choice, state] of choices) if (!state.isFinished) text += finish(choice, state, 'stop')
      if (options.includesUsage && usage) text += frame({ choices: [], usage: buildOpenaiUsage(usage) })
      isClosed = true
      return `${text}data: [DONE]\n\n`
    },
  }

  function fail(error: Extract<ChatEvent, { kind: 'error' }>['error']): string {
    isClosed = true
    return buildOpenaiErrorFrame({ ...error, param: null })
  }

  /** The frame with the role, once per choice. */
  function begin(choice: number): string {
    if (choices.has(choice)) return ''
    choices.set(choice, {
      hasToolCalls: false,
      hasRefusal: false,
      bareCall: null,
      reasoning: '',
      details: 0,
      images: 0,
      isFinished: false,
    })
    // Old clients fail on null here.
    return deltaFrame(choice, { role: 'assistant', content: '' })
  }

  function finished(choice: number, reason: NaturalEnd): string {
    const state = choices.get(choice)
    return !state || state.isFinished ? '' : finish(choice, state, reason)
  }

  function frames(event: PartEvent): string {
    const state = choices.get(event.choice)
    if (!state || state.isFinished) return ''
    const filled = event.kind === 'tool_arguments' ? '' : fillBareCall(event.choice, state)
    const delta = buildDelta(event, state, options.reasoningFormat)
    return delta ? filled + deltaFrame(event.choice, delta) : filled
  }

  /** A call without arguments gets empty ones: clients parse them. */
  function fillBareCall(choice: number, state: ChoiceState): string {
    if (state.bareCall === null) return ''
    const index = state.bareCall
    state.bareCall = null
    return deltaFrame(choice, { tool_calls: [{ index, function: { arguments: '{}' } }] })
  }

  function finish(choice: number, state: ChoiceState, reason: NaturalEnd): string {
    const filled = fillBareCall(choice, state)
    state.isFinished = true
    return filled + deltaFrame(choice, {}, mapFinishReasonToOpenai(reason, state))
  }

  function deltaFrame(index: number, delta: AnswerDelta, finishReason: FinishName | null = null): string {
    return frame({ choices: [{ index, delta, finish_reason: finishReason }] })
  }

  function frame(body: AnswerFrame): string {
    const { id, created, model } = head
    return `data: ${JSON.stringify({ id, object: 'chat.completion.chunk', created, model, ...body })}\n\n`
  }
}

/** The delta of `event`; null for none. */
function buildDelta(event: PartEvent, state: ChoiceState, format: string | undefined): AnswerDelta | null {
  if (event.kind !== 'reasoning' && event.kind !== 'reasoning_signature') state.reasoning = ''
  switch (event.kind) {
    case 'text':
      return event.text === '' ? null : { content: event.text }
    case 'reasoning':
      state.reasoning += event.text
      return event.text === '' ? null : { reasoning_content: event.text }
    case 'reasoning_signature': {
      // Complete, so that a client that keeps the entries can send them back unchanged.
      const part: ReasoningPart = { kind: 'reasoning', text: state.reasoning, signature: event.signature }
      state.reasoning = ''
      return { reasoning_details: [buildReasoningDetail(part, state.details++, format)] }
    }
    case 'reasoning_redacted': {
      const part: ReasoningPart = { kind: 'reasoning', text: '', redacted: event.data }
      return { reasoning_details: [buildReasoningDetail(part, state.details++, format)] }
    }
    case 'refusal':
      state.hasRefusal = true
      return { refusal: event.text }
    case 'citation': {
      const annotations = buildAnnotations([event.citation])
      return annotations.length > 0 ? { annotations } : null
    }
    case 'tool_start': {
      state.hasToolCalls = true
      state.bareCall = event.call
      const { id, name, call: index, signature } = event
      const extra = signature === undefined ? {} : buildExtraContent(signature)
      return { tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' }, ...extra }] }
    }
    case 'tool_arguments':
      if (event.text === '') return null
      if (state.bareCall === event.call) state.bareCall = null
      return { tool_calls: [{ index: event.call, function: { arguments: event.text } }] }
    case 'media': {
      if (event.part.kind === 'audio') return { audio: buildAudio(event.part, event.choice) }
      const images = buildImage(event.part, state.images++)
      return images.length > 0 ? { images } : null
    }
    case 'part_end':
      return null
    default:
      return event satisfies never
  }
}
