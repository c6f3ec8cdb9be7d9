import { type JsonRecord, recordOf } from '@sluice/contract/read-json'
import type { ChatResponse, FinishReason } from '../../core/chat/chat-response.ts'
import type { Part } from '../../core/chat/content.ts'
import {
  buildAnnotation,
  callItem,
  callStateItem,
  imageItem,
  messageItem,
  reasoningItem,
  refusalPart,
  textPart,
} from './build-items.ts'
import { buildResponsesUsage } from './build-usage.ts'
import { mapFinishReasonToStatus } from './map-status.ts'
import { createToolIndex } from './tool-index.ts'
import type { Answer, AnswerContentPart, AnswerItem } from './wire.ts'

/** The metadata of a response. */
export interface ResponseHead {
  id: string
  model: string
  /** Seconds. */
  createdAt: number
  /** The client's body, parts of which every response repeats. */
  request: JsonRecord
  newId: () => string
  /** Receives each complete item: a later turn of the client may refer to its id. */
  onItem?: ((item: AnswerItem) => void) | undefined
}

/** A response without output and usage. It is not stored, so no later call can continue it by id. */
export function buildResponseFrame({ id, model, createdAt, request }: ResponseHead): Answer {
  const reasoning = recordOf(request.reasoning)
  return {
    id,
    object: 'response',
    created_at: createdAt,
    status: 'in_progress',
    background: false,
    error: null,
    incomplete_details: null,
    instructions: request.instructions ?? null,
    max_output_tokens: request.max_output_tokens ?? null,
    model,
    output: [],
    parallel_tool_calls: request.parallel_tool_calls ?? true,
    previous_response_id: null,
    reasoning: { effort: reasoning.effort ?? null, summary: reasoning.summary ?? null },
    store: false,
    temperature: request.temperature ?? null,
    text: request.text ?? { format: { type: 'text' } },
    tool_choice: request.tool_choice ?? 'auto',
    tools: request.tools ?? [],
    top_p: request.top_p ?? null,
    truncation: request.truncation ?? 'disabled',
    usage: null,
    user: request.user ?? null,
    metadata: request.metadata ?? {},
  }
}

/** A whole response from the first choice: the protocol has only one. */
export function buildResponsesResponse(response: ChatResponse, head: ResponseHead): Answer {
  const choice = response.choices[0]
  const parts = choice?.parts ?? []
  const wireFrame = buildResponseFrame({ ...head, createdAt: response.createdAt || head.createdAt })
  return {
    ...wireFrame,
    ...statusOf(choice?.finishReason ?? 'stop', parts),
    output: buildOutput(parts, head),
    usage: response.usage ? buildResponsesUsage(response.usage) : null,
  }
}

const statusOf = (reason: FinishReason, parts: Part[]) =>
  mapFinishReasonToStatus(reason, {
    hasToolCalls: parts.some(({ kind }) => kind === 'tool_call'),
    hasRefusal: parts.some(({ kind }) => kind === 'refusal'),
  })

/** An item for each part; consecutive texts and refusals become one message. */
function buildOutput(parts: Part[], { request, newId, onItem }: ResponseHead): AnswerItem[] {
  const toolIndex = createToolIndex(request)
  const items: AnswerItem[] = []
  let messageContent: AnswerContentPart[] | null = null
  for (const part of parts) {
    const content = contentOf(part)
    if (content) {
      if (!messageContent) {
        messageContent = []
        items.push(messageItem(newId(), messageContent))
      }
      messageContent.push(content)
      continue
    }
    messageContent = null
    if (part.kind === 'reasoning') items.push(reasoningItem(newId(), part))
    if (part.kind === 'tool_call') {
      if (part.signature !== undefined) items.push(callStateItem(newId(), part.signature))
      const { id: callId, name, arguments: args } = part
      items.push(callItem({ id: newId(), callId, tool: toolIndex.toolOf(name), arguments: args }))
    }
    if (part.kind === 'image') {
      const item = imageItem(newId(), part)
      if (item) items.push(item)
    }
  }
  for (const item of items) onItem?.(item)
  return items
}

function contentOf(part: Part): AnswerContentPart | null {
  if (part.kind === 'refusal') return refusalPart(part.text)
  // The format has no sound here; its transcript becomes text.
  if (part.kind === 'audio') return part.transcript ? textPart(part.transcript) : null
  if (part.kind !== 'text') return null
  const annotations = (part.citations ?? [])
    .map((citation) => buildAnnotation(citation, part.text.length))
    .filter((annotation) => annotation !== null)
  return textPart(part.text, annotations)
}
