import { recordOf, recordsOf } from '@sluice/contract/read-json'
import type { ReportedUsage } from '../../core/usage/usage-report.ts'

/**
 * Models of Chat Completions that search the web for every answer: the search is charged, and the usage does not
 * contain it. https://developers.openai.com/api/docs/guides/tools-web-search, read 2026-11-21
 */
export const isSearchModel = (model: string): boolean => /-search-(preview|api)\b/.test(model)

/** The usage with what it leaves out: the search of such a model, and searches of Moonshot among the calls. */
export function withSearchesOf(model: unknown, usage: ReportedUsage | null, own: number): ReportedUsage | null {
  if (usage === null) return null
  if (typeof model === 'string' && isSearchModel(model))
    return { ...usage, webSearchCalls: Math.max(1, usage.webSearchCalls) }
  return own === 0 ? usage : { ...usage, webSearchCalls: usage.webSearchCalls + own }
}

/**
 * The calls of `$web_search`, which Moonshot runs and whose result the client sends back: each is charged.
 * https://platform.kimi.ai/docs/pricing/tools, read 2026-11-29
 */
export const countOwnSearches = (calls: unknown): number =>
  recordsOf(calls).filter((call) => recordOf(call.function).name === '$web_search').length
