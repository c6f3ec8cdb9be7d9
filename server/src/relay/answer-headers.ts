import type { RelayCall } from './relay-call.ts'

/** Upstream headers that concern the client. Cookies, accounts and lengths of the upstream stay behind. */
const passed = ['content-type', 'openai-processing-ms', 'openai-version']

export function answerHeaders(upstream: Response, requestId: string): Record<string, string> {
  const headers: Record<string, string> = { 'x-request-id': requestId }
  for (const name of passed) {
    const value = upstream.headers.get(name)
    if (value) headers[name] = value
  }
  const upstreamId = upstream.headers.get('x-request-id') ?? upstream.headers.get('request-id')
  if (upstreamId) headers['x-upstream-request-id'] = upstreamId
  return headers
}

export const streamHeaders = (upstream: Response, call: RelayCall): Record<string, string> => ({
  ...answerHeaders(upstream, call.id),
  'content-type': call.target.isArrayStream ? 'application/json' : 'text/event-stream',
  'cache-control': 'no-cache',
  'x-accel-buffering': 'no',
})
