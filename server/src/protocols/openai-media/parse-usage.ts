import { type JsonRecord, recordOf } from '@sluice/contract/read-json'
import { transcriptionUsage } from '../../core/billing/billable.ts'
import type { Usage } from '../../core/usage/usage.ts'
import {
  buildReport,
  CountReader,
  type ReportedUsage,
  reconcileSides,
  secondsOf,
} from '../../core/usage/usage-report.ts'

/** The counts that every usage of this format has, under either name. */
function readSides(reader: CountReader, usage: JsonRecord) {
  const sides = reconcileSides({
    input: reader.tokens(usage.input_tokens, usage.prompt_tokens),
    output: reader.tokens(usage.output_tokens, usage.completion_tokens),
    total: reader.tokens(usage.total_tokens),
  })
  return { ...sides, isDoubtful: reader.isDoubtful || sides.isDoubtful }
}

/**
 * `usage` of an answer with images as disjoint parts; null when it reports no tokens.
 * https://platform.openai.com/docs/api-reference/images/object, read 2026-11-21
 */
export function parseImageUsage(wire: unknown): ReportedUsage | null {
  const usage = recordOf(wire)
  const into = recordOf(usage.input_tokens_details ?? usage.prompt_tokens_details)
  const outOf = recordOf(usage.output_tokens_details ?? usage.completion_tokens_details)
  const reader = new CountReader()
  const image = reader.tokens(into.image_tokens) ?? 0
  const cached = reader.tokens(into.cached_tokens) ?? 0
  const outputText = reader.tokens(outOf.text_tokens) ?? 0
  const sides = readSides(reader, usage)
  // Which part was cached is unknown: text first, up to the count of text.
  const cacheReadText = Math.min(cached, Math.max(0, (sides.input ?? 0) - image))
  const cacheReadImage = cached - cacheReadText
  return buildReport({
    ...sides,
    parts: { inputImage: Math.max(0, image - cacheReadImage), cacheReadText, cacheReadImage, outputText },
    outputPart: 'outputImage',
  })
}

/**
 * `usage` of a transcript: tokens, or the duration. Null when it is neither.
 * https://platform.openai.com/docs/api-reference/audio/json-object, read 2026-11-21
 */
export function parseTranscriptionUsage(wire: unknown): ReportedUsage | null {
  const usage = recordOf(wire)
  if (usage.type === 'duration') return usageOfSeconds(usage.seconds)
  const details = recordOf(usage.input_token_details ?? usage.input_tokens_details ?? usage.prompt_tokens_details)
  const reader = new CountReader()
  const inputText = reader.tokens(details.text_tokens) ?? 0
  const sides = readSides(reader, usage)
  if (sides.input === undefined && secondsOf(usage.seconds) !== null) return usageOfSeconds(usage.seconds)
  return buildReport({ ...sides, parts: { inputText }, inputPart: 'inputAudio' })
}

/** A duration as the tokens that it is charged as; null when it is none, invalid or too long. */
export function usageOfSeconds(value: unknown): Usage | null {
  const seconds = secondsOf(value) ?? 0
  return seconds === 0 ? null : transcriptionUsage(seconds)
}

/**
 * `usage` at the end of a stream of spoken text; null when it reports no tokens.
 * https://platform.openai.com/docs/api-reference/audio/speech-audio-done-event, read 2026-11-21
 */
export function parseSpeechUsage(wire: unknown): ReportedUsage | null {
  return buildReport({ ...readSides(new CountReader(), recordOf(wire)), outputPart: 'outputAudio' })
}

/**
 * The searches that the upstream bills for a ranking (Cohere, Bedrock): the unit of a fixed price. Null when no
 * plausible number is reported. https://docs.cohere.com/reference/rerank, read 2026-11-22
 */
export function parseSearchUnits(answer: JsonRecord): number | null {
  return new CountReader().calls(recordOf(recordOf(answer.meta).billed_units).search_units) || null
}

/** Usage of a ranking: `usage` (Jina), or `meta` (Cohere, SiliconFlow, Xinference). Null when it reports no tokens. */
export function parseRerankUsage(answer: JsonRecord): ReportedUsage | null {
  const meta = recordOf(answer.meta)
  const reports = [answer.usage, meta.tokens, meta.billed_units].map(recordOf)
  return reports.map(rankingUsage).find((usage) => usage !== null) ?? null
}

/** A ranking has no output unless one is reported. */
function rankingUsage(usage: JsonRecord): ReportedUsage | null {
  const reader = new CountReader()
  const output = reader.tokens(usage.completion_tokens, usage.output_tokens) ?? 0
  const reported = reader.tokens(usage.prompt_tokens, usage.input_tokens) || undefined
  const total = reader.tokens(usage.total_tokens)
  const input = reported ?? (total === undefined ? undefined : Math.max(0, total - output))
  return buildReport({ input, output, isDoubtful: reader.isDoubtful })
}
