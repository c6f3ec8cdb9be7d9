import { isRecord, parseRecord } from '@sluice/contract/read-json'
import type { RouteWhy } from '@sluice/contract/routing'
import type { AttemptRecord } from '@sluice/contract/usage-log'

/** The detail of a row, with the English `reason` of each attempt for older clients. */
export function withRouteReasons(detail: string): string {
  if (!detail.includes('"why"')) return detail
  const parsed = parseRecord(detail)
  const info = parsed?.admin_info
  if (!isRecord(info) || !Array.isArray(info.attempts)) return detail
  const attempts = info.attempts.map(withReason)
  return JSON.stringify({ ...parsed, admin_info: { ...info, attempts } })
}

/** `why` was written by this program, so its shape is known. */
const withReason = (attempt: AttemptRecord): AttemptRecord =>
  attempt.why === undefined ? attempt : { ...attempt, reason: describeWhy(attempt.why) }

function describeWhy({ of, priority, weight, passed = [] }: RouteWhy): string {
  const countOf = (code: string) => passed.find((one) => one.code === code)?.count ?? 0
  const [resting, limited, full] = [countOf('resting'), countOf('limited'), countOf('full')]
  return [
    `priority ${priority}`,
    `weight ${weight}`,
    `${of + resting + limited + full} left`,
    ...(resting > 0 ? [`${resting} resting`] : []),
    ...(full > 0 ? [`${full} full`] : []),
  ].join(', ')
}
