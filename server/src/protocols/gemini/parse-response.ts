import { type JsonRecord, recordOf, recordsOf, textOf } from '@sluice/contract/read-json'
import type { ChatChoice, ChatResponse, FinishReason } from '../../core/chat/chat-response.ts'
import type { Part } from '../../core/chat/content.ts'
import { createUnreadAnswerParts, type UnreadAnswerParts } from '../../core/chat/unread-fields.ts'
import { parseCitations } from './grounding.ts'
import { mapGeminiFinishReason } from './map-finish-reason.ts'
import { parseGeminiPart, parseMedia, unreadOfPart } from './parse-part.ts'
import { parseGeminiUsage } from './parse-usage.ts'
import { field, protoNumberOf } from './wire.ts'

/**
 * A whole generateContent answer. A blocked prompt is one empty choice that ended by a filter; without candidates and
 * without a block there is no choice.
 */
export function parseGeminiResponse(body: JsonRecord, newId: () => string): ChatResponse {
  const unread = createUnreadAnswerParts()
  const choices = recordsOf(body.candidates).map((candidate, at) => parseCandidate(candidate, { at, newId, unread }))
  const blocked: ChatChoice = { index: 0, parts: [], finishReason: 'content_filter' }
  return {
    ...parseHead(body, newId),
    choices: choices.length === 0 && isPromptBlocked(body) ? [blocked] : choices,
    usage: parseGeminiUsage(field(body, 'usageMetadata')),
    ...unread.field(),
  }
}

/** Metadata of an answer, repeated in each frame of a stream. */
export function parseHead(body: JsonRecord, newId: () => string): Pick<ChatResponse, 'id' | 'model' | 'createdAt'> {
  const createdMs = Date.parse(textOf(field(body, 'createTime')))
  return {
    id: textOf(field(body, 'responseId')) || newId(),
    model: textOf(field(body, 'modelVersion')),
    createdAt: Number.isFinite(createdMs) ? Math.floor(createdMs / 1000) : 0,
  }
}

export const isPromptBlocked = (body: JsonRecord): boolean =>
  textOf(field(recordOf(field(body, 'promptFeedback')), 'blockReason')) !== ''

/** Index of a candidate; its position if it has none. */
export function indexOf(candidate: JsonRecord, at: number): number {
  const index = protoNumberOf(candidate.index)
  return index !== undefined && Number.isInteger(index) && index >= 0 && index < 1024 ? index : at
}

export const partsOf = (candidate: JsonRecord): JsonRecord[] => recordsOf(recordOf(candidate.content).parts)

/** Whether a candidate ended because the model or the upstream failed. */
export const hasFailed = (candidate: JsonRecord): boolean => finishOf(candidate, false) === 'error'

/** Whether a candidate holds an image, a sound or a file. */
export const hasMedia = (candidate: JsonRecord): boolean => partsOf(candidate).some((part) => parseMedia(part) !== null)

/** The error in place of a candidate without content that failed. */
export const faultOf = (candidate: JsonRecord): JsonRecord => ({
  code: 502,
  message: `The model ended its answer with ${textOf(field(candidate, 'finishReason'))}.`,
  status: 'UNAVAILABLE',
})

/** Null while a candidate is unfinished. */
export function finishOf(candidate: JsonRecord, hasCalls: boolean): FinishReason | null {
  const reason = textOf(field(candidate, 'finishReason'))
  return reason === '' || reason === 'FINISH_REASON_UNSPECIFIED' ? null : mapGeminiFinishReason(reason, hasCalls)
}

function parseCandidate(
  candidate: JsonRecord,
  { at, newId, unread }: { at: number; newId: () => string; unread: UnreadAnswerParts },
): ChatChoice {
  const idOf = (call: JsonRecord) => textOf(call.id) || newId()
  for (const part of partsOf(candidate)) unreadOfPart(part).forEach(unread.note)
  const parts = joinTexts(partsOf(candidate).flatMap((part) => parseGeminiPart(part, idOf)))
  cite(parts, candidate)
  const hasCalls = parts.some((part) => part.kind === 'tool_call')
  return { index: indexOf(candidate, at), parts, finishReason: finishOf(candidate, hasCalls) }
}

/** Consecutive texts are pieces of one: the API cuts answers anywhere, like a stream. */
function joinTexts(parts: readonly Part[]): Part[] {
  const joined: Part[] = []
  for (const part of parts) {
    const last = joined.at(-1)
    const isMoreText = part.kind === 'text' && last?.kind === 'text'
    const isMoreThought = part.kind === 'reasoning' && last?.kind === 'reasoning' && isOpen(last)
    if (isMoreText || isMoreThought) joined[joined.length - 1] = { ...part, text: last.text + part.text }
    else joined.push(part)
  }
  return joined
}

/** A signature ends the thought it signs. */
const isOpen = ({ signature, redacted }: { signature?: string; redacted?: string }): boolean =>
  signature === undefined && redacted === undefined

/** Citations refer to the whole answer: they are attached to its last text. */
function cite(parts: Part[], candidate: JsonRecord): void {
  const text = parts.findLast((part) => part.kind === 'text')
  const citations = parseCitations(candidate)
  if (text && citations.length > 0) text.citations = citations
}
