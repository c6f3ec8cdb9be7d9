import { type JsonRecord, recordOf, recordsOf, textOf } from '@sluice/contract/read-json'
import type { Usage } from '../../core/usage/usage.ts'
import { field } from './wire.ts'

/**
 * The searches that Google charges for an answer: one for a grounded answer of Gemini 2.5 and older, one for each
 * distinct query from Gemini 3 on; empty queries are not counted.
 * https://ai.google.dev/gemini-api/docs/pricing and …/google-search, read 2026-11-21
 */
export interface GoogleSearches {
  /** Adds a whole answer or a frame of a stream, which may repeat earlier queries. */
  push(body: JsonRecord): void
  /** `usage` with the searches; unchanged without usage or searches. */
  addTo(usage: Usage | null): Usage | null
}

export function createGoogleSearches(): GoogleSearches {
  const queries = new Set<string>()
  let isGrounded = false
  let model = ''

  return {
    push(body) {
      model = textOf(field(body, 'modelVersion')) || model
      for (const candidate of recordsOf(body.candidates)) readCandidate(candidate)
    },
    addTo(usage) {
      const calls = isBilledByAnswer(model) ? Number(isGrounded) : queries.size
      return usage === null || calls === 0 ? usage : { ...usage, googleSearchCalls: calls }
    },
  }

  function readCandidate(candidate: JsonRecord): void {
    const grounding = field(candidate, 'groundingMetadata')
    if (grounding === undefined) return
    const metadata = recordOf(grounding)
    const requested = field(metadata, 'webSearchQueries')
    for (const query of Array.isArray(requested) ? requested : []) if (textOf(query) !== '') queries.add(query)
    const hasSource = recordsOf(field(metadata, 'groundingChunks')).some((chunk) => chunk.web !== undefined)
    isGrounded ||= hasSource || queries.size > 0
  }
}

const isBilledByAnswer = (model: string): boolean => /(^|\/)gemini-[12](?!\d)/.test(model)
