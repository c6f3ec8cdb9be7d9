import { isRecord, type JsonRecord } from '@sluice/contract/read-json'
import { field, protoNumberOf } from './wire.ts'

/**
 * A countTokens body for `request` (a generateContent body). The Gemini API requires system text and tools wrapped with
 * the model's name. Vertex AI takes `request` itself.
 * https://ai.google.dev/api/tokens#method:-models.counttokens, read 2026-11-20
 */
export function buildGeminiCountRequest(request: JsonRecord, model: string): JsonRecord {
  return { generateContentRequest: { model: `models/${model.replace(/^models\//, '')}`, ...request } }
}

/** Total of a countTokens answer; null when it has none. */
export function parseGeminiCount(body: unknown): number | null {
  const total = isRecord(body) ? protoNumberOf(field(body, 'totalTokens')) : undefined
  return total !== undefined && Number.isInteger(total) && total >= 0 ? total : null
}

/** A countTokens answer of the gateway. */
export const buildGeminiCount = (totalTokens: number): JsonRecord => ({
  totalTokens,
  promptTokensDetails: [{ modality: 'TEXT', tokenCount: totalTokens }],
})
