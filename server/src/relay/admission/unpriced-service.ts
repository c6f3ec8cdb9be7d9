import { unpricedAsked } from '../../core/billing/reservation.ts'
import { GatewayError } from '../../core/errors.ts'
import { patchJson } from '../../core/json/patch-json.ts'
import { withoutFields } from '../../core/usage/served.ts'
import type { RequestFacts } from '../../protocols/wire-format.ts'
import { providerOf } from '../../providers/index.ts'
import type { OptionValues } from '../../state/option-registry.ts'
import type { ChannelState } from '../../state/snapshot.ts'
import type { ClientBody, PriceTerms, RelayCall } from '../call/relay-call.ts'
import { scanBody } from '../entry/read-client-body.ts'
import { carriesService } from '../formats/upstream-format.ts'
import { sentNames } from './known-use.ts'

interface PricedRequest {
  request: RequestFacts
  terms: PriceTerms
  inputTokens: number
  /** The channels that may serve it. */
  served: readonly ChannelState[]
  routedModel: string
  options: OptionValues
}

const none: readonly string[] = []

/**
 * The fields of a request that ask for a tier, speed or region without a price and that must be removed. Throws
 * service_price_error where such requests are refused. In self-use mode the operator pays for what he asks.
 */
export function unpricedFields(call: RelayCall, priced: PricedRequest): readonly string[] {
  const { request, terms, inputTokens, options } = priced
  const { asked } = request
  if (asked === undefined || options.SelfUseModeEnabled || options.UnpricedServiceAction === 'standard') return none
  const unpriced = unpricedAsked(terms.price, asked, inputTokens).flatMap((axis) => asked[axis] ?? [])
  const [first] = unpriced
  if (first === undefined || !isCarried(call, priced)) return none
  if (options.UnpricedServiceAction === 'drop') return unpriced.map(({ field }) => field)
  throw new GatewayError('service_price_error', { model: request.model, field: first.field, value: first.value })
}

/** Whether a channel may get the fields: every other format leaves them out, and the answer names them. */
function isCarried({ target }: RelayCall, { served, routedModel }: PricedRequest): boolean {
  return served.some((channel) => {
    const provider = providerOf(channel.type)
    if (!provider) return false
    const upstreamModel = sentNames(routedModel, [channel]).at(-1) ?? routedModel
    return carriesService(provider, channel, { ...target, upstreamModel })
  })
}

/** A request and its body without `fields`. */
export async function withoutUnpriced(
  call: RelayCall,
  { body, request }: { body: ClientBody; request: RequestFacts },
  fields: readonly string[],
): Promise<{ body: ClientBody; request: RequestFacts }> {
  const bytes = patchJson(body.bytes, body.fields, Object.fromEntries(fields.map((field) => [field, null])))
  const { asked, ...others } = request
  const kept = asked && withoutFields(asked, fields)
  const entries = Object.entries(request.body).filter(([field]) => !fields.includes(field))
  return {
    body: await scanBody(bytes, call),
    request: { ...others, body: Object.fromEntries(entries), ...(kept && { asked: kept }) },
  }
}
