import { mapRateLimitHeaders } from './rate-limit-headers.ts'
import type { Attempt, RelayCall } from './relay-call.ts'

/** Upstream headers that concern the client. Cookies, accounts and lengths of the upstream stay behind. */
const passed = ['content-type', 'openai-processing-ms', 'openai-version']

/** Of an answer that came from an upstream. `now` in milliseconds of the wall clock. */
export function answerHeaders(
  upstream: Response,
  call: RelayCall,
  attempt: Attempt,
  now: number,
): Record<string, string> {
  const headers: Record<string, string> = {
    'x-request-id': call.id,
    ...mapRateLimitHeaders(attempt.format.id, call.format.id, upstream.headers, now),
  }
  for (const name of passed) {
    const value = upstream.headers.get(name)
    if (value) headers[name] = value
  }
  const upstreamId = upstream.headers.get('x-request-id') ?? upstream.headers.get('request-id')
  if (upstreamId) headers['x-upstream-request-id'] = upstreamId
  return headers
}

export const streamHeaders = (
  upstream: Response,
  call: RelayCall,
  attempt: Attempt,
  now: number,
): Record<string, string> => ({
  ...answerHeaders(upstream, call, attempt, now),
  'content-type': call.target.isArrayStream ? 'application/json' : 'text/event-stream',
  'cache-control': 'no-cache',
  'x-accel-buffering': 'no',
})
