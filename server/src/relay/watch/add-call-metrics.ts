import type { Metrics } from '../../platform/metrics.ts'
import type { CallCounter } from './call-counter.ts'

/** Adds the counts and durations of calls. */
export function addCallMetrics(metrics: Metrics, callCounter: CallCounter): void {
  const counter = (name: string, help: string, read: CallCounter['calls']) =>
    metrics.add({ name, help, type: 'counter', read })
  const histogram = (name: string, help: string, read: CallCounter['durations']) =>
    metrics.add({ name, help, type: 'histogram', read: () => read(name) })
  counter('sluice_calls_total', 'Admitted model calls that are over, by how they ended.', callCounter.calls)
  counter('sluice_call_errors_total', 'Errors that callers got, by code and owner.', callCounter.errors)
  histogram('sluice_call_seconds', 'Seconds from the request to the end of the answer.', callCounter.durations)
  histogram(
    'sluice_first_token_seconds',
    'Seconds from the request to the first frame of a stream.',
    callCounter.firstTokens,
  )
  histogram('sluice_call_stage_seconds', 'Seconds that a stage of a call took.', callCounter.stages)
  counter('sluice_upstream_attempts_total', 'Attempts at upstreams, by how they ended.', callCounter.attempts)
  counter('sluice_tokens_total', 'Tokens of calls that were charged, by kind.', callCounter.tokens)
  counter('sluice_charged_quota_total', 'Quota that calls were charged.', callCounter.quota)
  counter(
    'sluice_unknown_usage_total',
    'Charged calls whose usage has counts that the gateway does not know.',
    callCounter.unknownUsage,
  )
  counter(
    'sluice_unbelieved_usage_total',
    'Charged calls whose reported usage cannot be true: the own count was charged.',
    callCounter.unbelievedUsage,
  )
}
