import { type JsonRecord, recordOf, recordsOf, textOf } from '@sluice/contract/read-json'
import type { ReportedUsage } from '../../core/usage/usage-report.ts'
import { field } from './wire.ts'

/**
 * The searches that Google charges for an answer: one for a grounded answer of Gemini 2.5 and older, one for each
 * distinct query from Gemini 3 on, for pictures too; empty queries are not counted. An answer that names places of
 * Google Maps is a grounded one.
 * https://ai.google.dev/gemini-api/docs/pricing and …/google-search, read 2026-11-21
 */
export interface GoogleSearches {
  /** Adds a whole answer or a frame of a stream, which may repeat earlier queries. */
  push(body: JsonRecord): void
  /** `usage` with the searches; unchanged without usage or searches. */
  addTo(usage: ReportedUsage | null): ReportedUsage | null
}

export function createGoogleSearches(): GoogleSearches {
  const queries = new Set<string>()
  const pictures = new Set<string>()
  let isGrounded = false
  let isMapped = false
  let model = ''

  return {
    push(body) {
      model = textOf(field(body, 'modelVersion')) || model
      for (const candidate of recordsOf(body.candidates)) readCandidate(candidate)
    },
    addTo(usage) {
      if (usage === null) return usage
      const calls = isBilledByAnswer(model) ? Number(isGrounded) : queries.size + pictures.size
      const searched = calls === 0 ? usage : { ...usage, googleSearchCalls: calls }
      return isMapped ? { ...searched, toolRuns: [{ tool: 'google_maps', count: 1 }] } : searched
    },
  }

  function readCandidate(candidate: JsonRecord): void {
    const grounding = field(candidate, 'groundingMetadata')
    if (grounding === undefined) return
    const metadata = recordOf(grounding)
    addTexts(queries, field(metadata, 'webSearchQueries'))
    addTexts(pictures, field(metadata, 'imageSearchQueries'))
    const chunks = recordsOf(field(metadata, 'groundingChunks'))
    isMapped ||= chunks.some(({ maps }) => maps !== undefined)
    const hasSource = chunks.some(({ web, image }) => web !== undefined || image !== undefined)
    isGrounded ||= hasSource || queries.size + pictures.size > 0
  }
}

function addTexts(texts: Set<string>, list: unknown): void {
  for (const text of Array.isArray(list) ? list : []) if (textOf(text) !== '') texts.add(text)
}

const isBilledByAnswer = (model: string): boolean => /(^|\/)gemini-[12](?!\d)/.test(model)
