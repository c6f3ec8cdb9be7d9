import type { JsonRecord } from '@sluice/contract/read-json'
import type { ChatEvent, ChatStreamBuilder, FinishReason } from '../../core/chat/chat-response.ts'
import type { Citation, Part, ToolCallPart } from '../../core/chat/content.ts'
import { defined } from '../../core/json/defined.ts'
import { jsonOfFrame } from '../../core/json/json-later.ts'
import type { Usage } from '../../core/usage/usage.ts'
import { createArrayFramer } from './array-framer.ts'
import { buildGeminiPart } from './build-part.ts'
import { buildCandidate, buildHead, unsaid } from './build-response.ts'
import { buildGeminiUsage } from './build-usage.ts'
import { errorBody, httpStatusOf } from './errors.ts'
import type { GeminiFraming } from './parse-path.ts'
import type { Answer, AnswerCandidate, AnswerHead, WirePart } from './wire.ts'

export interface GeminiStreamOptions {
  framing: GeminiFraming
  /** The client's name of the model; absent = the upstream's name. */
  model?: string
}

type PartEvent = Extract<ChatEvent, { choice: number }>

/**
 * Writes a stream of partial answers. Calls are held until they are whole; finish reason, sources and usage are in the
 * last frame, as clients keep only the last value of each.
 */
export function createGeminiStreamBuilder(options: GeminiStreamOptions): ChatStreamBuilder {
  const framer = options.framing === 'sse' ? sseFramer : createArrayFramer()
  const choices = new Map<number, ChoiceBuilder>()
  let head: AnswerHead = buildHead({ id: '', model: options.model ?? '', createdAt: 0 })
  let usage: Usage | null = null
  let hasFailed = false

  const frame = (body: Answer): string => framer.push(jsonOfFrame({ ...body, ...head }))

  return {
    push(event) {
      if (hasFailed || event.kind === 'end') return ''
      if (event.kind === 'start') {
        head = buildHead({ ...event, model: options.model ?? event.model })
        usage = event.usage ?? usage
        return ''
      }
      if (event.kind === 'usage') {
        usage = event.usage
        return ''
      }
      if (event.kind === 'error') {
        hasFailed = true
        return framer.push(JSON.stringify(buildError(event.error))) + framer.end()
      }
      const choice = choices.get(event.choice) ?? createChoiceBuilder(event.choice)
      choices.set(event.choice, choice)
      const parts = choice.push(event)
      return parts.length > 0 ? frame({ candidates: [choice.candidate(parts)] }) : ''
    },
    end() {
      if (hasFailed) return ''
      const candidates = [...choices.values()].map((choice) => choice.end())
      const usageMetadata = usage ? buildGeminiUsage(usage) : undefined
      return frame(defined<Answer>({ candidates, usageMetadata })) + framer.end()
    },
    heldLength() {
      let length = 0
      for (const choice of choices.values()) length += choice.heldLength()
      return length
    },
    textsToRead(event) {
      if (event === null) return [...choices.values()].flatMap((choice) => choice.callTexts())
      return 'choice' in event && endsCalls(event) ? (choices.get(event.choice)?.callTexts() ?? []) : []
    },
  }
}

/** Whether earlier calls are complete, because something else than a part of a call has arrived. */
const endsCalls = (event: PartEvent): boolean =>
  event.kind === 'text' ||
  event.kind === 'refusal' ||
  event.kind === 'reasoning' ||
  event.kind === 'media' ||
  (event.kind === 'reasoning_signature' && event.signature !== '')

const sseFramer = { push: (json: string): string => `data: ${json}\n\n`, end: (): string => '' }

/** The type of an upstream's error is a status name of Google or a type of another provider; others mean 500. */
const buildError = (error: { message: string; type: string; code: string | null }): JsonRecord =>
  errorBody(
    defined<{ status: number; message: string; reason?: string }>({
      status: httpStatusOf({ code: Number(error.code) || 0, status: error.type }),
      message: error.message,
      reason: error.code ?? undefined,
    }),
  )

interface ChoiceBuilder {
  /** Parts to send now. */
  push(event: PartEvent): WirePart[]
  candidate(parts: WirePart[]): AnswerCandidate
  /** The last parts of the candidate. */
  end(): AnswerCandidate
  /** The length of the calls that are held. */
  heldLength(): number
  /** The arguments of the calls that are held. */
  callTexts(): string[]
}

function createChoiceBuilder(index: number): ChoiceBuilder {
  let calls = new Map<number, ToolCallPart>()
  let heldLength = 0
  let finishReason: FinishReason | null = null
  let isThinking = false
  const citations: Citation[] = []

  const takeCalls = (): WirePart[] => {
    const parts = [...calls.values()].flatMap((call) => buildGeminiPart(call))
    calls = new Map()
    heldLength = 0
    return parts
  }
  /** Something other than a call has arrived: earlier calls are complete. */
  const emitPart = (part: Part): WirePart[] => {
    isThinking = part.kind === 'reasoning' && part.text !== ''
    return [...takeCalls(), ...buildGeminiPart(part)]
  }
  const sign = (signature: string): WirePart[] => {
    // After a thought it belongs to the thought; otherwise it gets its own part.
    const thought = isThinking ? { thought: true } : {}
    isThinking = false
    return [...takeCalls(), { text: '', ...thought, thoughtSignature: signature }]
  }

  return {
    push(event) {
      switch (event.kind) {
        case 'text':
          return emitPart({ kind: 'text', text: event.text })
        case 'refusal':
          return emitPart({ kind: 'text', text: event.text })
        case 'reasoning':
          return emitPart({ kind: 'reasoning', text: event.text })
        case 'reasoning_signature':
          return event.signature === '' ? [] : sign(event.signature)
        case 'media':
          return emitPart(event.part)
        case 'citation':
          citations.push(event.citation)
          return []
        case 'tool_start': {
          const { id, name, signature } = event
          const call: ToolCallPart = { kind: 'tool_call', id, name, arguments: '' }
          calls.set(event.call, signature ? { ...call, signature } : call)
          heldLength += callLength
          isThinking = false
          return []
        }
        case 'tool_arguments': {
          const call = calls.get(event.call)
          if (call) call.arguments += event.text
          heldLength += event.text.length
          return []
        }
        case 'finish':
          finishReason = event.reason
          return []
        case 'reasoning_redacted':
        case 'part_end':
          return []
        default:
          return event satisfies never
      }
    },
    candidate: (parts) => buildCandidate({ index, parts, finishReason: null, citations: [] }),
    end() {
      const parts = takeCalls()
      return buildCandidate({
        index,
        // Some clients expect a text in every frame.
        parts: parts.length > 0 ? parts : [{ text: '' }],
        finishReason: finishReason ?? unsaid,
        citations,
      })
    },
    heldLength: () => heldLength,
    callTexts: () => [...calls.values()].map((call) => call.arguments),
  }
}

/** About the length of a call without its arguments. */
const callLength = 100
