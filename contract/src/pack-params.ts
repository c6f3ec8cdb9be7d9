import type { ErrorParams, PackedParams } from './error-params.ts'
import type { Reason } from './error-reasons.ts'
import { render } from './messages/render.ts'

/** The sent and stored form of an error's params. */
export function packParams(params: ErrorParams): PackedParams {
  const reasons = reasonsIn(params)
  const values = Object.entries(params).map(([name, value]) => [
    name,
    typeof value === 'object' ? render('en', 'reasons', value) : value,
  ])
  return {
    params: Object.fromEntries(values),
    ...(Object.keys(reasons).length > 0 && { param_reasons: reasons }),
  }
}

const reasonsIn = (params: ErrorParams): Record<string, Reason> =>
  Object.fromEntries(Object.entries(params).filter((entry): entry is [string, Reason] => typeof entry[1] === 'object'))
