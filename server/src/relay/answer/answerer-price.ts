import { isClaudeModel } from '../../core/billing/price-list.ts'
import type { AdmittedCall } from '../call/relay-call.ts'
import type { Attempt } from '../passage/passage.ts'

/**
 * The call at the price of the model that answers it. The requested name may hide that the model is Claude, whose cache
 * writes cost more than fresh input; the upstream's name, or its format, shows it.
 */
export function withAnswererPrice(
  call: AdmittedCall,
  { upstreamModel, format }: Pick<Attempt, 'upstreamModel' | 'format'>,
): AdmittedCall {
  const { byClaude } = call.terms.price
  if (!byClaude || !(format.id === 'anthropic' || isClaudeModel(upstreamModel))) return call
  return { ...call, terms: { ...call.terms, price: byClaude } }
}
