import type { JsonRecord } from '@sluice/contract/read-json'
import type {
  TranscriptionStreamEvent,
  TranscriptionTextDoneEvent,
  TranscriptionVerbose,
} from 'openai/resources/audio/transcriptions'
import type { ImagesResponse } from 'openai/resources/images'
import type { Sent } from '../sent.ts'

/** An answer with images. https://platform.openai.com/docs/api-reference/images/object, as known on 2026-11-22 */
export type ImagesAnswer = Sent<ImagesResponse>
export type ImagesUsage = NonNullable<ImagesAnswer['usage']>

/**
 * The SDK has no types for the events of speech.
 * https://platform.openai.com/docs/api-reference/audio/speech-audio-delta-event, as known on 2026-11-22
 */
export type SpeechEvent =
  | { type: 'speech.audio.delta'; audio: string }
  | { type: 'speech.audio.done'; usage?: { input_tokens: number; output_tokens: number; total_tokens: number } }

export type TranscriptUsage = Sent<TranscriptionTextDoneEvent.Usage>
export type TranscriptEvent = Sent<TranscriptionStreamEvent>
/** `json` and `verbose_json` in one. The SDK has no `task`, which the API sends. */
export type TranscriptAnswer = Omit<Sent<TranscriptionVerbose>, 'usage'> & { task?: string; usage?: TranscriptUsage }

/** A ranking in Cohere's form. https://docs.cohere.com/v2/reference/rerank, read 2026-11-28 */
export interface CohereRanking {
  id: string
  results: { index: unknown; relevance_score: unknown }[]
  meta: JsonRecord
}

/** A ranking in the common form of Jina and Cohere. https://jina.ai/reranker, read 2026-11-21 */
export type RankingAnswer = {
  object: 'list'
  model: string
  results: { index: number; relevance_score: number; document?: object }[]
  usage: { prompt_tokens: number; total_tokens: number }
  meta?: { billed_units: { search_units: number } }
}
