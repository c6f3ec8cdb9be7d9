import type { JsonRecord } from '@sluice/contract/read-json'
import type { Searches } from '../../core/billing/reservation.ts'
import { field, toolsIn } from './wire.ts'

const searchTools = ['googleSearch', 'googleSearchRetrieval']

/**
 * Google does not limit the queries of one grounded answer: the hold covers one. Undefined without a search tool.
 * https://ai.google.dev/gemini-api/docs/google-search, read 2026-11-21
 */
export function countGeminiSearches(body: JsonRecord): Searches | undefined {
  const isAsked = toolsIn(body).some((tool) => searchTools.some((name) => field(tool, name) !== undefined))
  return isAsked ? { google_search: 1 } : undefined
}
