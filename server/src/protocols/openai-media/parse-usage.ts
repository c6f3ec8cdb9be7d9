import { isRecord, type JsonRecord } from '@sluice/contract/read-json'
import { transcriptionUsage } from '../../core/billing/billable.ts'
import { believedToolCallsMax, noUsage, type Usage } from '../../core/usage/usage.ts'

const record = (value: unknown): JsonRecord => (isRecord(value) ? value : {})
const count = (...values: unknown[]): number => values.find((value) => typeof value === 'number') ?? 0
const isCounted = (...values: unknown[]): boolean => values.some((value) => typeof value === 'number')

/** Longest accepted recording, in seconds: eleven days. */
const secondsMax = 1_000_000

/**
 * `usage` of an answer with images as disjoint parts; null when it reports no tokens.
 * https://platform.openai.com/docs/api-reference/images/object, read 2026-11-21
 */
export function parseImageUsage(wire: unknown): Usage | null {
  const usage = record(wire)
  const input = count(usage.input_tokens, usage.prompt_tokens)
  const output = count(usage.output_tokens, usage.completion_tokens)
  if (input === 0 && output === 0) return null
  const into = record(usage.input_tokens_details ?? usage.prompt_tokens_details)
  const outOf = record(usage.output_tokens_details ?? usage.completion_tokens_details)
  const inputImage = count(into.image_tokens)
  const cached = count(into.cached_tokens)
  const outputText = count(outOf.text_tokens)
  // Which part was cached is unknown: text first, up to the count of text.
  const cacheReadText = Math.min(cached, input - inputImage)
  return {
    ...noUsage,
    inputText: input - inputImage - cacheReadText,
    inputImage: inputImage - (cached - cacheReadText),
    cacheReadText,
    cacheReadImage: cached - cacheReadText,
    outputText,
    outputImage: output - outputText,
  }
}

/**
 * `usage` of a transcript: tokens, or the duration. Null when it is neither.
 * https://platform.openai.com/docs/api-reference/audio/json-object, read 2026-11-21
 */
export function parseTranscriptionUsage(wire: unknown): Usage | null {
  const usage = record(wire)
  if (usage.type === 'duration' || (!isCounted(usage.input_tokens) && isCounted(usage.seconds)))
    return usageOfSeconds(usage.seconds)
  const input = count(usage.input_tokens, usage.prompt_tokens)
  const output = count(usage.output_tokens, usage.completion_tokens)
  if (input === 0 && output === 0) return null
  const details = record(usage.input_token_details ?? usage.input_tokens_details ?? usage.prompt_tokens_details)
  const inputText = count(details.text_tokens)
  return { ...noUsage, inputText, inputAudio: input - inputText, outputText: output }
}

/** A duration as the tokens that it is charged as; null when it is invalid or too long. Some hosts write it as text. */
export function usageOfSeconds(value: unknown): Usage | null {
  const seconds = typeof value === 'string' && /^[\d.]{1,20}$/.test(value) ? Number(value) : value
  const isBelieved = typeof seconds === 'number' && seconds >= 0 && seconds <= secondsMax
  return isBelieved ? transcriptionUsage(seconds) : null
}

/**
 * `usage` at the end of a stream of spoken text; null when it reports no tokens.
 * https://platform.openai.com/docs/api-reference/audio/speech-audio-done-event, read 2026-11-21
 */
export function parseSpeechUsage(wire: unknown): Usage | null {
  const usage = record(wire)
  const inputText = count(usage.input_tokens, usage.prompt_tokens)
  const outputAudio = count(usage.output_tokens, usage.completion_tokens)
  return inputText === 0 && outputAudio === 0 ? null : { ...noUsage, inputText, outputAudio }
}

/**
 * The searches that the upstream bills for a ranking (Cohere, Bedrock): the unit of a fixed price. Null when no
 * plausible number is reported. https://docs.cohere.com/reference/rerank, read 2026-11-22
 */
export function parseSearchUnits(answer: JsonRecord): number | null {
  const units = record(record(answer.meta).billed_units).search_units
  const isBelieved = typeof units === 'number' && Number.isInteger(units) && units > 0 && units <= believedToolCallsMax
  return isBelieved ? units : null
}

/** Usage of a ranking: `usage` (Jina), or `meta` (Cohere, SiliconFlow, Xinference). Null when it reports no tokens. */
export function parseRerankUsage(answer: JsonRecord): Usage | null {
  const usage = record(answer.usage)
  const meta = record(answer.meta)
  const billed = record(meta.billed_units)
  const tokens = [usage, record(meta.tokens), billed].find((one) =>
    isCounted(one.prompt_tokens, one.input_tokens, one.total_tokens),
  )
  if (!tokens) return null
  const outputText = count(tokens.completion_tokens, tokens.output_tokens)
  const reported = count(tokens.prompt_tokens, tokens.input_tokens)
  const inputText = reported > 0 ? reported : count(tokens.total_tokens) - outputText
  return inputText === 0 && outputText === 0 ? null : { ...noUsage, inputText, outputText }
}
