import type { InvalidCode } from '@sluice/contract/error-params'
import { makeReason, type Reason, reasonAt } from '@sluice/contract/error-reasons'
import { placeOf } from '@sluice/contract/fault-place'
import { parseOptions, reasonOfIssue } from '@sluice/contract/reason-of-issue'
import type { z } from 'zod'
import { GatewayError } from '../core/errors.ts'
import { scanJson } from '../core/json/scan-json.ts'
import { type BodyLimits, readBody, withoutMark } from '../platform/read-body.ts'
import { refusedField } from './refused-field.ts'

/**
 * The JSON body of a request to the management API: bounded, and scanned before it is parsed. '' is an empty object.
 */
export async function readJson(request: Request, limits: BodyLimits): Promise<unknown> {
  const bytes = withoutMark(await readBody(request, limits))
  if (bytes.byteLength === 0) return {}
  const scan = scanJson(bytes)
  if (!scan.ok && scan.isBeyondLimits) throw new GatewayError('invalid_request', { reason: scan.reason })
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (cause) {
    throw new GatewayError('invalid_json', {}, { cause })
  }
}

/** PostgreSQL cannot store U+0000, so every engine refuses it. */
function refuseNul(value: unknown, field = 'body'): void {
  if (typeof value === 'string') {
    if (value.includes('\0')) throw refusedField(field, makeReason('noNul'))
    return
  }
  if (typeof value !== 'object' || value === null) return
  for (const [name, inner] of Object.entries(value)) refuseNul(inner, field === 'body' ? name : field)
}

/**
 * `value` parsed by `schema`. Throws `invalid` with a line for each invalid field; `field` is the name of a single
 * value.
 */
export function parseInput<T extends z.ZodType>(
  schema: T,
  value: unknown,
  invalid: InvalidCode,
  field = 'body',
): z.output<T> {
  refuseNul(value, field)
  const parsed = schema.safeParse(value, parseOptions)
  if (parsed.success) return parsed.data
  const fields: Record<string, Reason> = {}
  for (const issue of parsed.error.issues) fields[issue.path.join('.') || field] ??= reasonOfIssue(issue)
  const [first] = parsed.error.issues
  const reason = first ? reasonAt(placeOf(first.path) || field, reasonOfIssue(first)) : makeReason('isNotValid')
  throw new GatewayError(invalid, { reason }, { fields })
}
