import type { OptionValues } from '../../state/option-registry.ts'
import type { RelayCall } from './relay-call.ts'
import type { RequestFacts } from './wire-format.ts'

/** Upper limit of the answer's tokens, if the caller sets one. */
export function outputEstimate(
  { target }: Pick<RelayCall, 'target'>,
  request: RequestFacts,
  options: OptionValues,
): number {
  if (target.operation !== 'chat' && target.operation !== 'completions') return 0
  return (request.maxOutputTokens ?? options.PreConsumedQuota) * request.n
}
