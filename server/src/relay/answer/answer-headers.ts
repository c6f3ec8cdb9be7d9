import { mapRateLimitHeaders, rateLimitHeaderNames } from '../call/rate-limit-headers.ts'
import type { AdmittedCall } from '../call/relay-call.ts'
import { upstreamIdOf } from '../call/upstream-id.ts'
import type { SentAttempt } from '../passage/passage.ts'

/** Upstream headers that concern the client. The upstream's cookies, accounts and lengths are dropped. */
const passed = ['openai-processing-ms', 'openai-version']
/** Types that a browser would open as a page of this site, including scripts. */
const pages = /html|xml/i

/** Names the parts of the request that did not reach the upstream. */
const droppedHeader = 'x-sluice-dropped'
const droppedMax = 64

/** What pages of other sites may read; browsers hide all other headers from them. */
export const exposedHeaders: string = [
  'x-oneapi-request-id',
  'x-request-id',
  'request-id',
  'x-upstream-request-id',
  'retry-after',
  'x-should-retry',
  'x-sluice-error',
  droppedHeader,
  ...passed,
  ...rateLimitHeaderNames,
].join(', ')

const listOf = (names: readonly string[]): string => [...new Set(names)].slice(0, droppedMax).join(', ')

/** Names what was left out of a request; none = no header. */
export const droppedHeaders = (names: readonly string[]): Record<string, string> =>
  names.length === 0 ? {} : { [droppedHeader]: listOf(names) }

/** The headers of an answer from an upstream. `now` in milliseconds of the wall clock. */
export function answerHeaders(
  upstream: Response,
  call: AdmittedCall,
  attempt: SentAttempt,
  now: number,
): Record<string, string> {
  const headers: Record<string, string> = {
    'x-request-id': call.id,
    'x-content-type-options': 'nosniff',
    ...mapRateLimitHeaders(attempt.format.id, call.format.id, upstream.headers, now),
  }
  const headerOf = (name: string): string | null => {
    const value = upstream.headers.get(name)
    return value && attempt.key !== '' && value.includes(attempt.key) ? null : value
  }
  const dropped = call.removed ? [...call.removed, ...attempt.sent.dropped] : attempt.sent.dropped
  Object.assign(headers, droppedHeaders(dropped))
  const type = headerOf('content-type')
  if (type) headers['content-type'] = pages.test(type) ? 'text/plain; charset=utf-8' : type
  for (const name of passed) {
    const value = headerOf(name)
    if (value) headers[name] = value
  }
  const upstreamId = upstreamIdOf(upstream.headers, attempt.key)
  if (upstreamId) headers['x-upstream-request-id'] = upstreamId
  return headers
}

export const streamHeaders = (
  upstream: Response,
  call: AdmittedCall,
  attempt: SentAttempt,
  now: number,
): Record<string, string> => ({
  ...answerHeaders(upstream, call, attempt, now),
  'content-type': call.target.isArrayStream ? 'application/json' : 'text/event-stream',
  'cache-control': 'no-cache',
  'x-accel-buffering': 'no',
})
