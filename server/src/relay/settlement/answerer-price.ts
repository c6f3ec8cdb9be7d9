import { isClaudeModel } from '../../core/billing/price-book.ts'
import type { AdmittedCall, Attempt } from '../call/relay-call.ts'

/**
 * The call at the price of the model that answers it. The caller's name for a model may hide that it is Claude, whose
 * cache writes cost more than fresh input; the name sent on, or the format of the upstream, shows it.
 */
export function withAnswererPrice(
  call: AdmittedCall,
  { upstreamModel, format }: Pick<Attempt, 'upstreamModel' | 'format'>,
): AdmittedCall {
  const { byClaude } = call.terms.price
  if (!byClaude || !(format.id === 'anthropic' || isClaudeModel(upstreamModel))) return call
  return { ...call, terms: { ...call.terms, price: byClaude } }
}
