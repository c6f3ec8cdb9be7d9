import { isDeepStrictEqual } from 'node:util'
import { errorCodes, isErrorCode } from '@sluice/contract/error-codes'
import type { AnyRoute } from '@sluice/contract/route'
import { type RouteKey, routeEntry, routes, slashCounts } from '@sluice/contract/routes'
import { z } from 'zod'
import { errorsOfRoute } from './describe-failures.ts'
import { envelopeOf } from './describe-route.ts'

function buildPattern(key: RouteKey): RegExp {
  const exact = slashCounts(key) ? key : `${key.replace(/\/$/, '')}/?`
  return new RegExp(`^${exact.replace(/:\w+/g, '[^/]+')}$`)
}

/** Fixed paths first: they are mounted before those with parameters. */
const patterns = (Object.keys(routes) as RouteKey[])
  .toSorted((first, second) => Number(first.includes(':')) - Number(second.includes(':')))
  .map((key) => ({ key, pattern: buildPattern(key) }))

function findKey(method: string, path: string): RouteKey | undefined {
  // The query of some tests has hundreds of kilobytes, which a pattern would search for each route.
  const [withoutQuery = ''] = path.split('?', 1)
  const called = `${method} ${withoutQuery}`
  return patterns.find(({ pattern }) => pattern.test(called))?.key
}

const refusal = z.object({ success: z.literal(false), code: z.string() })

/** Built once for each route: the first parse compiles a schema. */
const envelopes = new Map<AnyRoute, z.ZodType>()

function findEnvelope(entry: AnyRoute): z.ZodType {
  const envelope = envelopes.get(entry) ?? envelopeOf(entry)
  envelopes.set(entry, envelope)
  return envelope
}

interface TestedAnswer {
  status: number
  headers: { get(name: string): string | null }
  json(): Promise<unknown>
}

/** Describes what an answer has that the contract does not declare; null if there is nothing. */
export async function findContractFault(method: string, path: string, answer: TestedAnswer): Promise<string | null> {
  const key = findKey(method, path)
  const entry = key && routeEntry(key)
  if (!entry || answer.status === 404) return null
  const fault = await findFault(method, entry, answer)
  return fault && `${key}: ${fault}`
}

async function findFault(method: string, entry: AnyRoute, answer: TestedAnswer): Promise<string | null> {
  const type = answer.headers.get('content-type') ?? ''
  // A compressed answer is not checked.
  if (answer.headers.get('content-encoding') !== null) return null
  if (answer.status === 304) return entry.others?.[304] ? null : 'answers 304'
  if (!type.includes('json')) {
    if (answer.status === 400 && type.startsWith('text/plain')) return null
    const file = answer.status === 200 ? entry.file : entry.others?.[answer.status]?.file
    const isDescribed = answer.status === 200 ? file !== undefined : answer.status in (entry.others ?? {})
    return isDescribed && type.startsWith(file ?? '') ? null : `answers ${answer.status} ${type}`
  }
  const body: unknown = await answer.json()
  const failure = refusal.safeParse(body)
  if (failure.success) return findCodeFault(method, entry, { status: answer.status, code: failure.data.code })
  if (entry.file?.includes('json')) return null
  const parsed = (entry.whole ?? findEnvelope(entry)).safeParse(body)
  if (!parsed.success) return z.prettifyError(parsed.error)
  return isDeepStrictEqual(parsed.data, body) ? null : `answers fields that are not declared: ${JSON.stringify(body)}`
}

function findCodeFault(
  method: string,
  entry: AnyRoute,
  { status, code }: { status: number; code: string },
): string | null {
  if (!isErrorCode(code)) return `refuses with ${code}, which is not an error code`
  if (errorCodes[code].status !== status) return `refuses with ${code} and status ${status}`
  return errorsOfRoute(method, entry).includes(code) ? null : `refuses with ${code}, which is not among its errors`
}
