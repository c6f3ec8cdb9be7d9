import type { Usage } from '../usage/usage.ts'
import type { ChatChoice, ChatEvent, ChatResponse } from './chat-response.ts'
import type { AudioPart, Part, ReasoningPart, TextPart, ToolCallPart } from './content.ts'

/**
 * The whole answer of a stream, for a client that did not ask for a stream. Parts are in the order of their first
 * event. The caller must handle `error` events first: they are not part of an answer.
 */
export function assembleResponse(events: Iterable<ChatEvent>): ChatResponse {
  const assembler = createAssembler()
  for (const event of events) assembler.push(event)
  return assembler.result()
}

/** The same, event by event. */
export interface ResponseAssembler {
  push(event: ChatEvent): void
  result(): ChatResponse
}

export function createAssembler(): ResponseAssembler {
  const head = { id: '', model: '', createdAt: 0 }
  let usage: Usage | null = null
  const choices = new Map<number, ChoiceAssembler>()
  return {
    push(event) {
      if (event.kind === 'start') {
        Object.assign(head, { id: event.id, model: event.model, createdAt: event.createdAt })
        usage = event.usage ?? usage
      } else if (event.kind === 'usage') usage = event.usage
      else if ('choice' in event) {
        const choice = choices.get(event.choice) ?? createChoiceAssembler(event.choice)
        choices.set(event.choice, choice)
        choice.push(event)
      }
    },
    result() {
      const assembled = [...choices.values()].map((choice) => choice.result())
      return { ...head, choices: assembled.sort((a, b) => a.index - b.index), usage }
    },
  }
}

type ChoiceEvent = Extract<ChatEvent, { choice: number }>

interface ChoiceAssembler {
  push(event: ChoiceEvent): void
  result(): ChatChoice
}

function createChoiceAssembler(index: number): ChoiceAssembler {
  const choice: ChatChoice = { index, parts: [], finishReason: null }
  const calls = new Map<number, ToolCallPart>()
  const sounds = new Map<AudioPart, string[]>()
  let open: Part | null = null

  const begin = <P extends Part>(part: P): P => {
    choice.parts.push(part)
    open = part
    return part
  }
  const openText = () => (open?.kind === 'text' ? open : begin<TextPart>({ kind: 'text', text: '' }))
  const openReasoning = (): ReasoningPart =>
    open?.kind === 'reasoning' && open.redacted === undefined
      ? open
      : begin<ReasoningPart>({ kind: 'reasoning', text: '' })

  return {
    push(event) {
      switch (event.kind) {
        case 'text':
          openText().text += event.text
          break
        case 'citation': {
          const text = choice.parts.findLast((part) => part.kind === 'text') ?? openText()
          text.citations ??= []
          text.citations.push(event.citation)
          break
        }
        case 'reasoning':
          openReasoning().text += event.text
          break
        case 'reasoning_signature': {
          const isSigned = open?.kind === 'reasoning' && open.signature !== undefined
          if (isSigned) open = null
          openReasoning().signature = event.signature
          break
        }
        case 'reasoning_redacted':
          begin({ kind: 'reasoning', text: '', redacted: event.data })
          break
        case 'refusal':
          if (open?.kind === 'refusal') open.text += event.text
          else begin({ kind: 'refusal', text: event.text })
          break
        case 'tool_start': {
          const part: ToolCallPart = { kind: 'tool_call', id: event.id, name: event.name, arguments: '' }
          if (event.signature !== undefined) part.signature = event.signature
          calls.set(event.call, begin(part))
          break
        }
        case 'tool_arguments': {
          const call = calls.get(event.call)
          if (call) call.arguments += event.text
          break
        }
        case 'media':
          if (open?.kind === 'audio' && event.part.kind === 'audio') appendAudio(open, event.part, sounds)
          else begin(structuredClone(event.part))
          break
        case 'part_end':
          open = null
          break
        case 'finish':
          choice.finishReason = event.reason
          if (event.stopSequence !== undefined) choice.stopSequence = event.stopSequence
          break
        default:
          event satisfies never
      }
    },
    result() {
      for (const call of calls.values()) if (call.arguments === '') call.arguments = '{}'
      for (const [{ source }, pieces] of sounds) if (source.kind === 'base64') source.data = joinBase64(pieces)
      return choice
    },
  }
}

/** Sound comes in pieces, each with its own base64. `sounds`: the pieces of each sound. */
function appendAudio(audio: AudioPart, piece: AudioPart, sounds: Map<AudioPart, string[]>): void {
  if (piece.transcript !== undefined) audio.transcript = (audio.transcript ?? '') + piece.transcript
  if (audio.source.kind !== 'base64' || piece.source.kind !== 'base64') return
  const pieces = sounds.get(audio) ?? [audio.source.data]
  pieces.push(piece.source.data)
  sounds.set(audio, pieces)
}

const joinBase64 = (pieces: readonly string[]): string =>
  Buffer.concat(pieces.map((data) => Buffer.from(data, 'base64'))).toString('base64')

/** A whole answer as a stream, for a client that asked for one. */
export function responseEvents(response: ChatResponse): ChatEvent[] {
  const { id, model, createdAt, usage } = response
  const events: ChatEvent[] = [{ kind: 'start', id, model, createdAt, usage }]
  for (const choice of response.choices) events.push(...choiceEvents(choice))
  if (usage) events.push({ kind: 'usage', usage })
  events.push({ kind: 'end' })
  return events
}

function choiceEvents({ index: choice, parts, finishReason, stopSequence }: ChatChoice): ChatEvent[] {
  const events: ChatEvent[] = []
  let call = 0
  for (const part of parts) {
    const ofPart = partEvents(part, choice, call)
    if (part.kind === 'tool_call') call++
    if (ofPart.length > 0) events.push(...ofPart, { kind: 'part_end', choice })
  }
  // A whole answer without a reason is complete.
  const reason = finishReason ?? 'stop'
  events.push({
    kind: 'finish',
    choice,
    reason,
    ...(stopSequence === undefined ? {} : { stopSequence }),
  })
  return events
}

function partEvents(part: Part, choice: number, call: number): ChatEvent[] {
  switch (part.kind) {
    case 'text': {
      const citations = (part.citations ?? []).map((citation) => ({
        kind: 'citation' as const,
        choice,
        citation,
      }))
      return [{ kind: 'text', choice, text: part.text }, ...citations]
    }
    case 'reasoning': {
      if (part.redacted !== undefined) return [{ kind: 'reasoning_redacted', choice, data: part.redacted }]
      const events: ChatEvent[] = [{ kind: 'reasoning', choice, text: part.text }]
      if (part.signature !== undefined) events.push({ kind: 'reasoning_signature', choice, signature: part.signature })
      return events
    }
    case 'refusal':
      return [{ kind: 'refusal', choice, text: part.text }]
    case 'tool_call': {
      const { id, name, signature } = part
      return [
        {
          kind: 'tool_start',
          choice,
          call,
          id,
          name,
          ...(signature === undefined ? {} : { signature }),
        },
        { kind: 'tool_arguments', choice, call, text: part.arguments },
      ]
    }
    case 'image':
    case 'audio':
      return [{ kind: 'media', choice, part }]
    case 'file':
    case 'tool_result':
      // Models do not answer with these.
      return []
    default:
      return part satisfies never
  }
}
