import { reasonText } from '@sluice/contract/error-reasons'
import { GatewayError } from '../../core/errors.ts'
import type { TakeResult } from '../../platform/counters/counters.ts'
import { secondsOf } from '../../platform/limiter.ts'
import type { Rule, RuledCheck } from './build-checks.ts'

/** The error of a call that a limit refuses: the limit in words, and when to retry. */
export function refusalOf({ check, rule }: RuledCheck, result: TakeResult & { ok: false }): GatewayError {
  return new GatewayError(rule.code, valuesOf(rule, check.limit), {
    retryAfterSeconds: secondsOf(result.waitMs),
  })
}

function valuesOf(rule: Rule, limit: number): Record<string, string | number> {
  switch (rule.code) {
    case 'model_request_limit_reached':
    case 'model_success_limit_reached':
      return { limit, minutes: rule.minutes }
    case 'api_key_rate_limit_reached':
      return {
        sentence: rule.message || reasonText('keyRequests', { limit, minutes: rule.minutes }),
      }
    case 'spend_limit_reached':
      return { limit, scope: rule.scope, period: rule.period }
    default:
      return { limit, scope: rule.scope }
  }
}
