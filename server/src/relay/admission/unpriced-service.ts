import { type JsonRecord, recordOf, textOf } from '@sluice/contract/read-json'
import { mapKeys } from '@sluice/contract/typed-keys'
import { unpricedAsked } from '../../core/billing/reservation.ts'
import { GatewayError } from '../../core/errors.ts'
import { readExactJson } from '../../core/json/exact-json.ts'
import { patchJson } from '../../core/json/patch-json.ts'
import { withoutFields } from '../../core/usage/served.ts'
import type { RequestFacts } from '../../protocols/wire-format.ts'
import { providerOf } from '../../providers/index.ts'
import type { OptionValues } from '../../state/option-registry.ts'
import type { ChannelState } from '../../state/snapshot.ts'
import type { ClientBody, PriceTerms, RelayCall } from '../call/relay-call.ts'
import { scanBody } from '../entry/read-client-body.ts'
import { carriesService } from '../formats/upstream-format.ts'
import { unpricedTools } from './asked-tools.ts'
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
 * The fields of a request that ask for a tier, speed, region or tool without a price and that must be removed; a tool
 * is `tools.` and its type. Throws service_price_error or tool_price_error where such requests are refused. In self-use
 * mode the operator pays for what he asks.
 */
export function unpricedFields(call: RelayCall, priced: PricedRequest): readonly string[] {
  const { request, terms, inputTokens, options } = priced
  const { asked, tools, model } = request
  if (asked === undefined && tools === undefined) return none
  if (options.SelfUseModeEnabled || options.UnpricedServiceAction === 'standard') return none
  const services = asked ? unpricedAsked(terms.price, asked, inputTokens).flatMap((axis) => asked[axis] ?? []) : []
  const unpriced = tools ? unpricedTools(terms.price, tools) : []
  if (services.length + unpriced.length === 0 || !isCarried(call, priced)) return none
  if (options.UnpricedServiceAction === 'drop')
    return [...services.map(({ field }) => field), ...new Set(unpriced.map(({ type }) => toolPlace + type))]
  const [service] = services
  if (service) throw new GatewayError('service_price_error', { model, field: service.field, value: service.value })
  const [tool] = unpriced
  if (tool) throw new GatewayError('tool_price_error', { model, tool: tool.type, option: tool.option })
  return none
}

const toolPlace = 'tools.'

/** Whether a channel may get the fields: every other format leaves them out, and the answer names them. */
function isCarried({ target }: RelayCall, { served, routedModel }: PricedRequest): boolean {
  return served.some((channel) => {
    const provider = providerOf(channel.type)
    if (!provider) return false
    const upstreamModel = sentNames(routedModel, [channel]).at(-1) ?? routedModel
    return carriesService(provider, channel, { ...target, upstreamModel })
  })
}

/** A request and its body without the fields and tools that `names` names. */
export async function withoutUnpriced(
  call: RelayCall,
  { body, request }: { body: ClientBody; request: RequestFacts },
  names: readonly string[],
): Promise<{ body: ClientBody; request: RequestFacts }> {
  const types = names.filter((name) => name.startsWith(toolPlace)).map((name) => name.slice(toolPlace.length))
  const fields = names.filter((name) => !name.startsWith(toolPlace))
  const changes: JsonRecord = {
    ...Object.fromEntries(fields.map((field) => [field, null])),
    ...(types.length > 0 && toolChanges(body, types)),
  }
  const texts = mapKeys(Object.keys(changes), (field) =>
    changes[field] === null ? null : JSON.stringify(changes[field]),
  )
  const bytes = patchJson(body.bytes, body.fields, texts)
  const entries = Object.entries({ ...request.body, ...changes }).filter(([field]) => changes[field] !== null)
  const { asked, tools, ...others } = request
  const kept = asked && withoutFields(asked, fields)
  const left = tools?.filter(({ type }) => !types.includes(type)) ?? []
  return {
    body: await scanBody(bytes, call),
    request: {
      ...others,
      body: Object.fromEntries(entries),
      ...(kept && { asked: kept }),
      ...(left.length > 0 && { tools: left }),
    },
  }
}

/** The tools of a body without these types, and no choice of one that is gone; null = the field is removed. */
function toolChanges({ bytes, fields }: ClientBody, types: readonly string[]): JsonRecord {
  const readField = (field: string): unknown => {
    const span = fields.get(field)
    return span && readExactJson(new TextDecoder().decode(bytes.subarray(span.start, span.end)))
  }
  const isRemoved = (value: unknown) => types.includes(textOf(recordOf(value).type))
  const tools = readField('tools')
  const left = Array.isArray(tools) ? tools.filter((tool) => !isRemoved(tool)) : []
  return {
    tools: left.length === 0 ? null : left,
    ...((left.length === 0 || isRemoved(readField('tool_choice'))) && { tool_choice: null }),
  }
}
