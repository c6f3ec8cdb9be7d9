import { tableOf } from '@sluice/contract/table-of'
import type { LimitsLeft } from '../../core/routing/limits-left.ts'
import type { ClientFormatId, WireFormatId } from '../../protocols/wire-format-id.ts'

/** The rest of one limit. `null` = unknown. */
export interface RateLimit {
  limit: number | null
  remaining: number | null
  /** Seconds until the whole limit is available again; may be fractional. */
  resetSeconds: number | null
}

/** Limits on the calls and on the tokens of a caller; `null` = none, or unknown. */
export interface RateLimits {
  requests: RateLimit | null
  tokens: RateLimit | null
}

type Kind = keyof RateLimits
type Part = 'limit' | 'remaining' | 'reset'

const kinds: readonly Kind[] = ['requests', 'tokens']
const parts: readonly Part[] = ['limit', 'remaining', 'reset']

/** The header names of a format. `null` for a format without such headers: Gemini only says when to retry. */
interface Spelling {
  nameOf(kind: string, part: Part): string
  parseReset(value: string, now: number): number | null
  buildReset(seconds: number, now: number): string
  /** Limits on some of the tokens, without a counterpart elsewhere: they pass between two sides of this format. */
  tokenKinds: readonly string[]
}

// https://platform.openai.com/docs/guides/rate-limits, read 2026-11-20
const openaiSpelling: Spelling = {
  nameOf: (kind, part) => `x-ratelimit-${part}-${kind}`,
  parseReset: parseDuration,
  buildReset: buildDuration,
  tokenKinds: [],
}

// https://platform.claude.com/docs/en/api/rate-limits, read 2026-11-20
const anthropicSpelling: Spelling = {
  nameOf: (kind, part) => `anthropic-ratelimit-${kind}-${part}`,
  parseReset: parseInstant,
  buildReset: buildInstant,
  tokenKinds: ['input-tokens', 'output-tokens'],
}

/** Formats that are missing here have no such headers. */
const spellings: Partial<Record<WireFormatId, Spelling>> = {
  openai: openaiSpelling,
  responses: openaiSpelling,
  anthropic: anthropicSpelling,
}

/** Headers with the limits for a client of `format`. `now` in milliseconds of the wall clock. */
export function buildRateLimitHeaders(format: WireFormatId, limits: RateLimits, now: number): Record<string, string> {
  const spelling = spellings[format]
  const headers: Record<string, string> = {}
  if (!spelling) return headers
  for (const kind of kinds) {
    const state = limits[kind]
    if (!state) continue
    if (state.limit !== null) headers[spelling.nameOf(kind, 'limit')] = String(state.limit)
    if (state.remaining !== null) headers[spelling.nameOf(kind, 'remaining')] = String(state.remaining)
    if (state.resetSeconds !== null)
      headers[spelling.nameOf(kind, 'reset')] = spelling.buildReset(state.resetSeconds, now)
  }
  return headers
}

/** The limits in the headers of an upstream that speaks `format`; implausible values count as unknown. */
export function parseRateLimitHeaders(format: WireFormatId, headers: Headers, now: number): RateLimits {
  const spelling = spellings[format]
  if (!spelling) return { requests: null, tokens: null }
  const knownOf = (kind: Kind): RateLimit | null => {
    const state = limitIn(spelling, kind, headers, now)
    return state.limit === null && state.remaining === null && state.resetSeconds === null ? null : state
  }
  return { requests: knownOf('requests'), tokens: knownOf('tokens') }
}

function limitIn(spelling: Spelling, kind: string, headers: Headers, now: number): RateLimit {
  const [limit, remaining, reset] = parts.map((part) => headers.get(spelling.nameOf(kind, part)))
  return {
    limit: parseCount(limit),
    remaining: parseCount(remaining),
    resetSeconds: reset ? spelling.parseReset(reset, now) : null,
  }
}

/** What is left of an upstream's limits, for the choice of later calls. Null = it reports none. */
export function parseLimitsLeft(format: WireFormatId, headers: Headers, now: number): LimitsLeft | null {
  const spelling = spellings[format]
  const isReported = remainingNames[format]?.some((name) => headers.has(name))
  if (!spelling || !isReported) return null
  const { requests, tokens } = parseRateLimitHeaders(format, headers, now)
  const others = spelling.tokenKinds
    .filter((kind) => headers.has(spelling.nameOf(kind, 'remaining')))
    .map((kind) => limitIn(spelling, kind, headers, now))
  const usedUp = [requests, tokens, ...others].filter((one) => one?.remaining === 0)
  const resets = usedUp.map((one) => (one?.resetSeconds ?? 0) * 1_000)
  const prompt = others[0] ?? tokens
  const isCounted = prompt !== null && prompt.remaining !== null && prompt.resetSeconds !== null
  return {
    ...(resets.length > 0 && { usedUpForMs: Math.max(...resets) }),
    ...(isCounted && {
      tokensLeft: prompt.remaining ?? 0,
      tokensResetMs: (prompt.resetSeconds ?? 0) * 1_000,
    }),
  }
}

const kindsOf = ({ tokenKinds }: Spelling): readonly string[] => [...kinds, ...tokenKinds]
const remainingOf = (spelling: Spelling): readonly string[] =>
  kindsOf(spelling).map((kind) => spelling.nameOf(kind, 'remaining'))

const remainingNames: Partial<Record<WireFormatId, readonly string[]>> = {
  openai: remainingOf(openaiSpelling),
  responses: remainingOf(openaiSpelling),
  anthropic: remainingOf(anthropicSpelling),
}

/**
 * An upstream's hints for its client: unchanged between two sides of one format, otherwise those that both formats
 * have.
 */
export function mapRateLimitHeaders(
  from: WireFormatId,
  to: ClientFormatId,
  headers: Headers,
  now: number,
): Record<string, string> {
  if (from !== to) return buildRateLimitHeaders(to, parseRateLimitHeaders(from, headers, now), now)
  const passed: Record<string, string> = {}
  const names = passedNames[to]
  // An answer has fewer headers than there are names of hints.
  for (const [name, value] of headers) if (value && names.has(name)) passed[name] = value
  return passed
}

const namesOf = (spelling: Spelling | undefined): readonly string[] =>
  spelling ? kindsOf(spelling).flatMap((kind) => parts.map((part) => spelling.nameOf(kind, part))) : []

const passedNames: Record<ClientFormatId, ReadonlySet<string>> = {
  openai: new Set(namesOf(spellings.openai)),
  responses: new Set(namesOf(spellings.responses)),
  anthropic: new Set(namesOf(spellings.anthropic)),
  gemini: new Set(namesOf(spellings.gemini)),
}

/** Every header of this file that a client can get. */
export const rateLimitHeaderNames: readonly string[] = [
  ...new Set(Object.values(passedNames).flatMap((names) => [...names])),
]

/** Seconds of a `Retry-After` header, a number or a date, rounded up. Null = absent or invalid. */
export function parseRetryAfter(value: string | null, now: number): number | null {
  if (value === null) return null
  const text = value.trim()
  if (/^\d{1,6}(\.\d+)?$/.test(text)) return Math.ceil(Number(text))
  const seconds = parseInstant(text, now)
  return seconds === null ? null : Math.ceil(seconds)
}

/** Hosts that keep no count send -1. */
function parseCount(value: string | null | undefined): number | null {
  return value && /^\d{1,15}$/.test(value.trim()) ? Number(value) : null
}

const unitSeconds = tableOf<number>({ h: 3_600, m: 60, s: 1, ms: 0.001 })

/** `6m0s`, `1s`, `12ms`; some hosts send plain seconds. */
function parseDuration(value: string): number | null {
  const text = value.trim()
  if (/^\d{1,6}(\.\d+)?$/.test(text)) return Number(text)
  if (!/^(\d{1,9}(\.\d+)?(ms|h|m|s))+$/.test(text)) return null
  let seconds = 0
  for (const [, amount, unit] of text.matchAll(/(\d+(?:\.\d+)?)(ms|h|m|s)/g))
    seconds += Number(amount) * (unitSeconds[unit ?? ''] ?? 0)
  return seconds
}

function buildDuration(seconds: number): string {
  if (seconds > 0 && seconds < 1) return `${Math.ceil(seconds * 1_000)}ms`
  const whole = Math.ceil(seconds)
  const [hours, minutes] = [Math.floor(whole / 3_600), Math.floor(whole / 60) % 60]
  if (whole < 60) return `${whole}s`
  return `${hours > 0 ? `${hours}h` : ''}${minutes}m${whole % 60}s`
}

/** RFC 3339 without fractions, rounded up. */
function buildInstant(seconds: number, now: number): string {
  return `${new Date(Math.ceil(now / 1_000 + seconds) * 1_000).toISOString().slice(0, 19)}Z`
}

/** Seconds from `now` to a date; at least 0. */
function parseInstant(value: string, now: number): number | null {
  // `Date.parse` would read a bare number as a year.
  const at = /\d[-/ ]\D*\d|[A-Za-z]{3}/.test(value) ? Date.parse(value) : Number.NaN
  return Number.isNaN(at) ? null : Math.max(0, (at - now) / 1_000)
}
