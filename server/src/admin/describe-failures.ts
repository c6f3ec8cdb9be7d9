import { type OpenAPIHono, z } from '@hono/zod-openapi'
import { failure as failureShape } from '@sluice/contract/envelope'
import { type ErrorCode, errorCodes } from '@sluice/contract/error-codes'
import { documentedMessage } from '@sluice/contract/messages/documented-message'
import { type AnyRoute, takes } from '@sluice/contract/route'

const everywhere: readonly ErrorCode[] = [
  ...(['rate_limit_exceeded', 'storage_unavailable', 'internal_error'] as const),
  // With the header of a view.
  ...(['view_is_read_only', 'view_ended'] as const),
]
const ofAccounts: readonly ErrorCode[] = [
  ...(['not_logged_in', 'access_token_invalid', 'user_header_missing', 'user_header_invalid'] as const),
  ...(['AUTH_UNAUTHORIZED', 'AUTH_TOKEN_EXPIRED', 'AUTH_SESSION_REVOKED'] as const),
  ...(['account_banned', 'insufficient_rights'] as const),
]
const ofBodies: readonly ErrorCode[] = [
  ...(['invalid_request', 'invalid_json', 'request_timeout', 'request_too_large'] as const),
  'unsupported_encoding',
]

/** Every error that a route may answer with: of its access, its input and limits, and its own. */
export function errorsOfRoute(method: string, entry: AnyRoute): ErrorCode[] {
  const { access } = entry
  const isWrite = method !== 'GET' || entry.effect === true
  const hasBody = takes(entry.body) || entry.bodyType !== undefined
  const hasInput = hasBody || takes(entry.params) || takes(entry.query)
  return [
    ...new Set([
      ...everywhere,
      ...(access === 'user' || access === 'admin' || access === 'root' ? ofAccounts : []),
      ...(isWrite && access !== 'key' ? (['cross_site_request'] as const) : []),
      ...(isWrite && !entry.inDemo ? (['demo_site'] as const) : []),
      ...(hasInput ? ([entry.invalid ?? 'invalid_parameters', 'invalid_parameters'] as const) : []),
      ...(hasBody ? ofBodies : []),
      // A word where the path has a number.
      ...(takes(entry.params) ? (['invalid_url'] as const) : []),
      ...(entry.errors ?? []),
    ]),
  ]
}

/** The envelope of a failure, as every route answers it. */
const failure = z.object(failureShape.shape).openapi('Failure')

/**
 * The errors of routes, described. Routes with the same errors of a status refer to one description. `refusal` is the
 * failures of status 200: any code, where a route does not list its own errors.
 */
export function createFailureDescriber({ openAPIRegistry: registry }: Pick<OpenAPIHono, 'openAPIRegistry'>) {
  const refs = new Map<string, { $ref: string }>()

  function refTo(status: number, codes: readonly ErrorCode[]): { $ref: string } {
    const name = codes.length === 0 ? `Status${status}` : codes.map(nameOf).join('Or')
    const known = refs.get(name)
    if (known) return known
    const { ref } = registry.registerComponent('responses', name, buildFailureAnswer(status, codes))
    refs.set(name, ref)
    return ref
  }

  return (method: string, entry: AnyRoute) => {
    const codes = errorsOfRoute(method, entry)
    const withStatus = (status: number) => codes.filter((code) => errorCodes[code].status === status)
    const statuses = new Set([400, 431, ...codes.map((code) => errorCodes[code].status)])
    statuses.delete(200)
    const byStatus = [...statuses].map((status) => [status, refTo(status, withStatus(status))] as const)
    const refusals = withStatus(200)
    const refusal = entry.errors && refusals.length > 0 ? failure.extend({ code: z.enum(refusals) }) : failure
    return { refusal, byStatus: Object.fromEntries(byStatus) }
  }
}

/** `not_found` is `NotFound`. */
const nameOf = (code: ErrorCode): string =>
  code
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')

function buildFailureAnswer(status: number, codes: readonly ErrorCode[]) {
  if (status === 431) return { description: 'The address and the headers together are too long. No body.' }
  // The runtime itself refuses such requests, before any route.
  const isFromRuntime = status === 400
  const texts = [
    ...codes.map((code) => `\`${code}\`: ${documentedMessage(code)}`),
    ...(isFromRuntime ? ['As text: the Host header is missing or not valid.'] : []),
  ]
  const code = {
    type: 'object' as const,
    properties: { code: { type: 'string' as const, enum: [...codes] } },
  }
  const schema = { allOf: [{ $ref: '#/components/schemas/Failure' }, code] }
  return {
    description: texts.join('\n\n'),
    content: {
      ...(codes.length > 0 && { 'application/json': { schema } }),
      ...(isFromRuntime && { 'text/plain': { schema: { type: 'string' as const } } }),
    },
    ...((status === 429 || status === 503) && { headers: retryAfter }),
  }
}

/** In seconds; sent where the time is known. */
const retryAfter = { 'Retry-After': { schema: { type: 'integer' as const, minimum: 0 } } }
