import { makeReason, type Reason } from '@sluice/contract/error-reasons'
import { GatewayError } from '../../core/errors.ts'
import type { TakeResult } from '../../platform/counters/counters.ts'
import { secondsOf } from '../../platform/limiter.ts'
import { type AmountOptions, describeAmount } from '../../state/describe-amount.ts'
import type { Rule, RuledCheck } from './build-checks.ts'

/** The error of a call that a limit refuses: the limit in words, and when to retry. */
export function refusalOfLimit(
  { check, rule }: RuledCheck,
  result: TakeResult & { ok: false },
  options: AmountOptions,
): GatewayError {
  const { limit } = check
  const more = { retryAfterSeconds: secondsOf(result.waitMs) }
  switch (rule.code) {
    case 'model_request_limit_reached':
    case 'model_success_limit_reached':
      return new GatewayError(rule.code, { limit, minutes: rule.minutes }, more)
    case 'api_key_rate_limit_reached':
      return new GatewayError(rule.code, { sentence: sentenceOf(rule, limit) }, more)
    case 'spend_limit_reached':
      return new GatewayError(
        rule.code,
        {
          amount: describeAmount(limit, options),
          scope: rule.scope,
          period: rule.period,
        },
        more,
      )
    case 'tasks_limit_reached':
    case 'daily_tasks_limit_reached':
      return new GatewayError(rule.code, { limit, scope: rule.scope, running: result.state.used }, more)
    default:
      return new GatewayError(rule.code, { limit, scope: rule.scope }, more)
  }
}

/** The owner of a token may have written a sentence for it. */
const sentenceOf = ({ message, minutes }: Extract<Rule, { message: string }>, limit: number): string | Reason =>
  message || makeReason('keyRequests', { limit, minutes })
