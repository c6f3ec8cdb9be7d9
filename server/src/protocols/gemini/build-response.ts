import type { ChatChoice, ChatResponse, FinishReason } from '../../core/chat/chat-response.ts'
import type { Citation } from '../../core/chat/content.ts'
import { defined } from '../../core/json/defined.ts'
import { buildGeminiPart } from './build-part.ts'
import { buildGeminiUsage } from './build-usage.ts'
import { buildGrounding } from './grounding.ts'
import { mapToGeminiFinishReason } from './map-finish-reason.ts'
import type { Answer, AnswerCandidate, AnswerHead, WirePart } from './wire.ts'

/** A whole answer. Dropped: redacted reasoning, the matched stop sequence, citations without an address. */
export function buildGeminiResponse(response: ChatResponse): Answer {
  return defined<Answer>({
    candidates: response.choices.map(buildChoice),
    usageMetadata: response.usage ? buildGeminiUsage(response.usage) : undefined,
    ...buildHead(response),
  })
}

export const buildHead = ({ id, model, createdAt }: Pick<ChatResponse, 'id' | 'model' | 'createdAt'>): AnswerHead => ({
  modelVersion: model,
  ...(createdAt > 0 ? { createTime: new Date(createdAt * 1000).toISOString() } : {}),
  responseId: id,
})

function buildChoice({ index, parts, finishReason }: ChatChoice): AnswerCandidate {
  const citations = parts.flatMap((part) => (part.kind === 'text' ? (part.citations ?? []) : []))
  const wire = parts.flatMap((part) => buildGeminiPart(part))
  return buildCandidate({ index, parts: wire, finishReason: finishReason ?? unsaid, citations })
}

/** The end of a complete answer whose upstream gives none: agents take an answer without one for a broken one. */
export const unsaid = 'stop' satisfies FinishReason

export function buildCandidate(candidate: {
  index: number
  parts: WirePart[]
  finishReason: FinishReason | null
  citations: Citation[]
}): AnswerCandidate {
  const { index, parts, finishReason, citations } = candidate
  return defined<AnswerCandidate>({
    content: { parts, role: 'model' },
    finishReason: finishReason ? mapToGeminiFinishReason(finishReason) : undefined,
    index,
    groundingMetadata: buildGrounding(citations),
  })
}
