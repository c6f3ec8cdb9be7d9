import { isClaudeModel } from '../../core/billing/price-fields.ts'
import { withoutFields } from '../../core/usage/served.ts'
import type { AdmittedCall } from '../call/relay-call.ts'
import type { SentAttempt } from '../passage/passage.ts'

/**
 * The call at the price of the model that answers it. The requested name may hide that the model is Claude, whose cache
 * writes cost more than fresh input; the upstream's name, or its format, shows it. What was not sent was not asked for.
 */
export function withAnswererPrice(
  call: AdmittedCall,
  { upstreamModel, format, sent }: Pick<SentAttempt, 'upstreamModel' | 'format' | 'sent'>,
): AdmittedCall {
  const { asked, price: own } = call.terms
  const price = format.id === 'anthropic' || isClaudeModel(upstreamModel) ? (own.byClaude ?? own) : own
  const arrived = asked && withoutFields(asked, sent.dropped)
  if (price === own && arrived === asked) return call
  return { ...call, terms: { ...call.terms, price, asked: arrived } }
}
