import { describe, expect, test } from 'bun:test'
import {
  buildRateLimitHeaders,
  mapRateLimitHeaders,
  parseLimitsLeft,
  parseRateLimitHeaders,
  parseRetryAfter,
} from './rate-limit-headers.ts'

const now = Date.parse('2026-11-20T10:00:00Z')
const limits = {
  requests: { limit: 100, remaining: 0, resetSeconds: 1 },
  tokens: { limit: 40_000, remaining: 12, resetSeconds: 360 },
}

describe('limits sent to a client', () => {
  test('as durations to an OpenAI client', () => {
    expect(buildRateLimitHeaders('openai', limits, now)).toEqual({
      'x-ratelimit-limit-requests': '100',
      'x-ratelimit-remaining-requests': '0',
      'x-ratelimit-reset-requests': '1s',
      'x-ratelimit-limit-tokens': '40000',
      'x-ratelimit-remaining-tokens': '12',
      'x-ratelimit-reset-tokens': '6m0s',
    })
  })

  test('as instants to an Anthropic client', () => {
    expect(buildRateLimitHeaders('anthropic', { ...limits, tokens: null }, now)).toEqual({
      'anthropic-ratelimit-requests-limit': '100',
      'anthropic-ratelimit-requests-remaining': '0',
      'anthropic-ratelimit-requests-reset': '2026-11-20T10:00:01Z',
    })
  })

  test('not to a Gemini client, whose format has no such headers', () => {
    expect(buildRateLimitHeaders('gemini', limits, now)).toEqual({})
  })

  test('only the parts that are known', () => {
    const incomplete = { requests: { limit: 5, remaining: null, resetSeconds: null }, tokens: null }
    expect(buildRateLimitHeaders('openai', incomplete, now)).toEqual({ 'x-ratelimit-limit-requests': '5' })
  })

  test.each([
    [0, '0s'],
    [0.0123, '13ms'],
    [59.2, '1m0s'],
    [3_661, '1h1m1s'],
  ])('%p seconds are written as %p', (resetSeconds, written) => {
    const requests = { limit: null, remaining: null, resetSeconds }
    const headers = buildRateLimitHeaders('openai', { requests, tokens: null }, now)
    expect(headers['x-ratelimit-reset-requests']).toBe(written)
  })
})

describe('limits read from an upstream', () => {
  test.each(['openai', 'anthropic'] as const)('%s headers are read as they were written', (format) => {
    const headers = new Headers(buildRateLimitHeaders(format, limits, now))
    expect(parseRateLimitHeaders(format, headers, now)).toEqual(limits)
  })

  test.each([
    ['6m0s', 360],
    ['12ms', 0.012],
    ['1h0m2.5s', 3_602.5],
    ['20', 20],
    ['soon', null],
    ['1763632800', null],
  ])('a reset of %p is %p seconds', (reset, seconds) => {
    const headers = new Headers({ 'x-ratelimit-limit-tokens': '1', 'x-ratelimit-reset-tokens': reset })
    expect(parseRateLimitHeaders('openai', headers, now).tokens?.resetSeconds).toBe(seconds)
  })

  test('implausible counts are ignored', () => {
    const headers = new Headers({ 'x-ratelimit-limit-tokens': '-1', 'x-ratelimit-remaining-tokens': 'many' })
    expect(parseRateLimitHeaders('openai', headers, now)).toEqual({ requests: null, tokens: null })
  })

  test('a reset in the past means now', () => {
    const headers = new Headers({ 'anthropic-ratelimit-requests-reset': '2026-11-20T09:59:00Z' })
    expect(parseRateLimitHeaders('anthropic', headers, now).requests?.resetSeconds).toBe(0)
  })
})

describe('hints of an upstream for its client', () => {
  const fromAnthropic = new Headers({
    'anthropic-ratelimit-requests-remaining': '7',
    'anthropic-ratelimit-requests-reset': '2026-11-20T10:00:30Z',
    'anthropic-ratelimit-input-tokens-remaining': '900',
    'anthropic-organization-id': 'org_1',
  })

  test('pass unchanged within one format, by name', () => {
    expect(mapRateLimitHeaders('anthropic', 'anthropic', fromAnthropic, now)).toEqual({
      'anthropic-ratelimit-requests-remaining': '7',
      'anthropic-ratelimit-requests-reset': '2026-11-20T10:00:30Z',
      'anthropic-ratelimit-input-tokens-remaining': '900',
    })
  })

  test('are converted where both formats have them, otherwise dropped', () => {
    expect(mapRateLimitHeaders('anthropic', 'openai', fromAnthropic, now)).toEqual({
      'x-ratelimit-remaining-requests': '7',
      'x-ratelimit-reset-requests': '30s',
    })
    expect(mapRateLimitHeaders('anthropic', 'gemini', fromAnthropic, now)).toEqual({})
    expect(mapRateLimitHeaders('gemini', 'openai', new Headers({ 'x-ratelimit-limit': '1' }), now)).toEqual({})
  })
})

test.each([
  ['37', 37],
  ['1.2', 2],
  ['Fri, 20 Nov 2026 10:00:05 GMT', 5],
  ['Fri, 20 Nov 2026 09:00:00 GMT', 0],
  ['later', null],
  ['99999999999', null],
  [null, null],
])('Retry-After of %p is %p seconds', (value, seconds) => {
  expect(parseRetryAfter(value, now)).toBe(seconds)
})

describe('parseLimitsLeft', () => {
  const at = Date.parse('2026-11-22T10:00:00Z')
  const parseLeft = (format: 'openai' | 'anthropic' | 'gemini', headers: Record<string, string>) =>
    parseLimitsLeft(format, new Headers(headers), at)
  test('reads which limit is used up, and until when', () => {
    const headers = { 'x-ratelimit-remaining-requests': '0', 'x-ratelimit-reset-requests': '1m30s' }
    expect(parseLeft('openai', headers)).toEqual({ usedUpForMs: 90_000 })
  })
  test('reads the tokens that are left for prompts', () => {
    const openai = { 'x-ratelimit-remaining-tokens': '149', 'x-ratelimit-reset-tokens': '6s' }
    expect(parseLeft('openai', openai)).toEqual({ tokensLeft: 149, tokensResetMs: 6_000 })
    const anthropic = {
      'anthropic-ratelimit-requests-remaining': '40',
      'anthropic-ratelimit-input-tokens-remaining': '1000',
      'anthropic-ratelimit-input-tokens-reset': '2026-11-22T10:00:20Z',
      'anthropic-ratelimit-output-tokens-remaining': '0',
      'anthropic-ratelimit-output-tokens-reset': '2026-11-22T10:00:40Z',
    }
    expect(parseLeft('anthropic', anthropic)).toEqual({
      usedUpForMs: 40_000,
      tokensLeft: 1_000,
      tokensResetMs: 20_000,
    })
  })
  test('is null where nothing is reported', () => {
    expect(parseLeft('openai', {})).toBeNull()
    expect(parseLeft('gemini', { 'x-ratelimit-remaining-requests': '0' })).toBeNull()
    expect(parseLeft('openai', { 'x-ratelimit-remaining-requests': '-1' })).toEqual({})
  })
})
