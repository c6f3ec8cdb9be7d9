import { recordOf, recordsOf, textOf } from '@sluice/contract/read-json'
import type { ChatChoice, ChatResponse, FinishReason } from '../../core/chat/chat-response.ts'
import type { Part } from '../../core/chat/content.ts'
import { parseCitations } from './grounding.ts'
import { mapGeminiFinishReason } from './map-finish-reason.ts'
import { parseGeminiPart } from './parse-part.ts'
import { parseGeminiUsage } from './parse-usage.ts'
import { field, numberOf, type Wire } from './wire.ts'

/**
 * A whole generateContent answer. A prompt that was blocked is one empty choice that ended by a filter; no candidates
 * and no block is no choice at all.
 */
export function parseGeminiResponse(body: Wire, newId: () => string): ChatResponse {
  const choices = recordsOf(body.candidates).map((candidate, at) => parseCandidate(candidate, at, newId))
  const blocked: ChatChoice = { index: 0, parts: [], finishReason: 'content_filter' }
  return {
    ...parseHead(body, newId),
    choices: choices.length === 0 && isPromptBlocked(body) ? [blocked] : choices,
    usage: parseGeminiUsage(field(body, 'usageMetadata')),
  }
}

/** What an answer says about itself, and each frame of a streamed one. */
export function parseHead(body: Wire, newId: () => string): Pick<ChatResponse, 'id' | 'model' | 'createdAt'> {
  const createdMs = Date.parse(textOf(field(body, 'createTime')))
  return {
    id: textOf(field(body, 'responseId')) || newId(),
    model: textOf(field(body, 'modelVersion')),
    createdAt: Number.isFinite(createdMs) ? Math.floor(createdMs / 1000) : 0,
  }
}

export const isPromptBlocked = (body: Wire): boolean =>
  textOf(field(recordOf(field(body, 'promptFeedback')), 'blockReason')) !== ''

/** Number of a candidate; its place where it has none. */
export function indexOf(candidate: Wire, at: number): number {
  const index = numberOf(candidate.index)
  return index !== undefined && Number.isInteger(index) && index >= 0 && index < 1024 ? index : at
}

export const partsOf = (candidate: Wire): Wire[] => recordsOf(recordOf(candidate.content).parts)

/** Null while a candidate is not finished. */
export function finishOf(candidate: Wire, hasCalls: boolean): FinishReason | null {
  const reason = textOf(field(candidate, 'finishReason'))
  return reason === '' || reason === 'FINISH_REASON_UNSPECIFIED'
    ? null
    : mapGeminiFinishReason(reason, hasCalls)
}

function parseCandidate(candidate: Wire, at: number, newId: () => string): ChatChoice {
  const idOf = (call: Wire) => textOf(call.id) || newId()
  const parts = joinTexts(partsOf(candidate).flatMap((part) => parseGeminiPart(part, idOf)))
  cite(parts, candidate)
  const hasCalls = parts.some((part) => part.kind === 'tool_call')
  return { index: indexOf(candidate, at), parts, finishReason: finishOf(candidate, hasCalls) }
}

/** Texts that follow each other are pieces of one: the API cuts answers anywhere, as a stream does. */
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

/** A signature ends the thought it stands for. */
const isOpen = ({ signature, redacted }: { signature?: string; redacted?: string }): boolean =>
  signature === undefined && redacted === undefined

/** Citations belong to the answer as a whole: they stand on its last text. */
function cite(parts: Part[], candidate: Wire): void {
  const text = parts.findLast((part) => part.kind === 'text')
  const citations = parseCitations(candidate)
  if (text && citations.length > 0) text.citations = citations
}
