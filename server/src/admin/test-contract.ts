import { isDeepStrictEqual } from 'node:util'
import { pagedListOf } from '@sluice/contract/envelope'
import { type ErrorCode, errorCodes } from '@sluice/contract/error-codes'
import { type AnyRoute, listFigures } from '@sluice/contract/route'
import { type RouteKey, routeEntry, routes } from '@sluice/contract/routes'
import { z } from 'zod'

/** Errors of the access to a route, of its limits and of its input; and those that any route may have. */
const general: readonly ErrorCode[] = [
  'not_logged_in',
  'access_token_invalid',
  'user_header_missing',
  'user_header_invalid',
  'cross_site_request',
  'insufficient_rights',
  'account_banned',
  'demo_site',
  'rate_limit_exceeded',
  'invalid_request',
  'invalid_json',
  'invalid_parameters',
  'request_too_large',
  'request_timeout',
  'unsupported_encoding',
  'storage_unavailable',
  'shutting_down',
  'internal_error',
]

const pattern = (key: RouteKey): RegExp =>
  new RegExp(`^${key.replace(/\/$/, '').replace(/:\w+/g, '[^/]+')}/?$`)

/** Fixed paths first: they are mounted before those with parameters. */
const patterns = (Object.keys(routes) as RouteKey[])
  .toSorted((one, other) => Number(one.includes(':')) - Number(other.includes(':')))
  .map((key) => ({ key, pattern: pattern(key) }))

export const keyOf = (method: string, path: string): RouteKey | undefined =>
  patterns.find(({ pattern }) => pattern.test(`${method} ${path.replace(/\?.*$/, '')}`))?.key

interface TestedAnswer {
  status: number
  headers: { get(name: string): string | null }
  json(): Promise<unknown>
}

/** What an answer has that the contract does not declare; null = nothing. */
export async function findContractFault(
  method: string,
  path: string,
  answer: TestedAnswer,
): Promise<string | null> {
  const key = keyOf(method, path)
  const entry = key && routeEntry(key)
  if (!entry || entry.summary === undefined) return null
  const fault = await faultOf(entry, answer)
  return fault && `${key}: ${fault}`
}

async function faultOf(entry: Partial<AnyRoute>, answer: TestedAnswer): Promise<string | null> {
  const type = answer.headers.get('content-type') ?? ''
  if (!type.includes('json')) {
    if (answer.status === 304 || answer.status === 204) return null
    return entry.file !== undefined && type.startsWith(entry.file) ? null : `answers ${type}`
  }
  const body: unknown = await answer.json()
  const failure = z.object({ success: z.literal(false), code: z.string() }).safeParse(body)
  if (failure.success) return codeFault(entry, failure.data.code)
  if (entry.file?.includes('json')) return null
  const parsed = answerSchema(entry).safeParse(body)
  if (!parsed.success) return z.prettifyError(parsed.error)
  return isDeepStrictEqual(parsed.data, body)
    ? null
    : `answers fields that are not declared: ${JSON.stringify(body)}`
}

function codeFault(entry: Partial<AnyRoute>, code: string): string | null {
  if (!Object.hasOwn(errorCodes, code)) return `refuses with ${code}, which is no error code`
  const declared: readonly string[] = [
    ...general,
    ...(entry.errors ?? []),
    entry.invalid ?? 'invalid_parameters',
  ]
  return declared.includes(code) ? null : `refuses with ${code}, which is not among its errors`
}

function answerSchema(entry: Partial<AnyRoute>): z.ZodType {
  if (entry.whole) return entry.whole
  const success = entry.beside ? z.boolean() : z.literal(true)
  const envelope = z.object({ success, message: z.string(), ...entry.beside?.shape })
  if (entry.data) return envelope.extend({ data: entry.data })
  if (!entry.items) return envelope
  const paged = envelope.extend({ data: pagedListOf(entry.items) })
  return z.union([envelope.extend({ data: z.array(entry.items), ...listFigures.shape }), paged])
}
