import { type JsonRecord, recordsOf, textOf } from '@sluice/contract/read-json'
import type { Searches } from '../../core/billing/reservation.ts'
import { believedToolCallsMax } from '../../core/usage/usage.ts'

/**
 * The most searches that may be charged: `max_uses` of the web search tools; one if unset. Undefined without such a
 * tool.
 * https://platform.claude.com/docs/en/agents-and-tools/tool-use/web-search-tool, read 2026-11-21
 */
export function countAnthropicSearches(body: JsonRecord): Searches | undefined {
  let calls = 0
  for (const tool of recordsOf(body.tools))
    if (textOf(tool.type).startsWith('web_search')) calls += usesOf(tool.max_uses)
  return calls === 0 ? undefined : { web_search: Math.min(calls, believedToolCallsMax) }
}

const usesOf = (value: unknown): number =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 ? Math.min(value, believedToolCallsMax) : 1
