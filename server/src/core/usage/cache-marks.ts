import { isRecord, type JsonRecord, recordOf } from '@sluice/contract/read-json'
import type { ReportedUsage } from './usage-report.ts'

/** Where bodies of Anthropic's format, and of hosts that take its cache marks, can have one. */
const places = ['tools', 'system', 'messages', 'content', 'function'] as const

/**
 * Whether a body asks for a cache of an hour. Of Responses the items of `input` count too; elsewhere `input` holds the
 * arguments of a tool.
 * https://platform.claude.com/docs/en/build-with-claude/prompt-caching, as of 2026-05
 */
export const marksHour = (body: JsonRecord): boolean =>
  isMarked(body) || (Array.isArray(body.input) && hasMark(body.input))

const isMarked = (value: JsonRecord): boolean =>
  recordOf(value.cache_control).ttl === '1h' || places.some((place) => hasMark(value[place]))

function hasMark(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(hasMark)
  return isRecord(value) && isMarked(value)
}

/** The report of a call that asks for a cache of an hour: writes whose lifetime it does not say are dearer. */
export function writtenForHour(reported: ReportedUsage): ReportedUsage {
  if (!reported.isUnsplit) return reported
  const { isUnsplit, ...usage } = reported
  return { ...usage, cacheWrite5m: 0, cacheWrite1h: usage.cacheWrite1h + usage.cacheWrite5m }
}
