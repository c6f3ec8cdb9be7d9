import { isRecord, type JsonRecord, recordOf, textOf } from '@sluice/contract/read-json'
import { mapKeys } from '@sluice/contract/typed-keys'
import type { CallPrice } from '../../core/billing/price-plan.ts'
import { unpricedAsked } from '../../core/billing/reservation.ts'
import { unpricedPicture } from '../../core/billing/unpriced-picture.ts'
import { GatewayError } from '../../core/errors.ts'
import { camelNameOf } from '../../core/json/camel-name.ts'
import { readExactJson } from '../../core/json/exact-json.ts'
import { patchJson } from '../../core/json/patch-json.ts'
import { isPartOfCall } from '../../core/usage/asked-tools.ts'
import { type Asked, dearerAsked, type Made, withoutFields } from '../../core/usage/served.ts'
import type { RequestFacts } from '../../protocols/wire-format.ts'
import { providerOf } from '../../providers/index.ts'
import type { OptionValues } from '../../state/option-registry.ts'
import type { ChannelState } from '../../state/snapshot.ts'
import type { ClientBody, PriceTerms, RelayCall } from '../call/relay-call.ts'
import { scanBody } from '../entry/read-client-body.ts'
import { carriesService, isInClientFormat } from '../formats/upstream-format.ts'
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
 * is `tools.` and its type. Throws service_price_error, tool_price_error or hosts_price_error where such requests are
 * refused, and for a tool that is a part of the call, such as one that comes with the model. In self-use mode the
 * operator pays for what he asks.
 */
export function unpricedFields(call: Pick<RelayCall, 'target'>, priced: PricedRequest): readonly string[] {
  const { request, terms, inputTokens, options } = priced
  const { asked, tools, model } = request
  if (asked === undefined && tools === undefined) return none
  if (options.SelfUseModeEnabled || options.UnpricedServiceAction === 'standard') return none
  const services = asked ? unpricedAsked(terms.price, asked, inputTokens).flatMap((axis) => asked[axis] ?? []) : []
  const unpriced = tools ? unpricedTools(terms.price, tools) : []
  const carried = services.length > 0 && isCarried(call, priced, carriesService) ? services : []
  const run = unpriced.length > 0 && isCarried(call, priced, isInClientFormat) ? unpriced : []
  if (carried.length + run.length === 0) return none
  const isDropping = options.UnpricedServiceAction === 'drop'
  const [service] = isDropping ? [] : carried
  if (service) throw new GatewayError('service_price_error', { model, field: service.field, value: service.value })
  const tool = run.find((one) => !isDropping || isPartOfCall(one))
  if (tool?.field === 'provider') throw new GatewayError('hosts_price_error', { model, option: tool.option })
  if (tool) {
    const named = tool.field === undefined || tool.field === 'input' ? tool.type : tool.field
    throw new GatewayError('tool_price_error', { model, tool: named, option: tool.option })
  }
  const places = run.map(({ field, type }) => field ?? toolPlace + type)
  return [...carried.map(({ field }) => field), ...new Set(places)]
}

interface PicturedRequest {
  /** The name that sets the price; absent = the caller's. */
  routedModel?: string
  /** The channels that may serve it. */
  channels: readonly ChannelState[]
  inputTokens: number
  asked?: Asked | undefined
}

/**
 * Refuses pictures of a size or quality that costs more at the maker and has no rule. Dropping the field would make
 * another picture, so that they are refused then too. `field`: what clients call it, where it is no field of the axis'
 * name. Throws service_price_error.
 */
export function refuseUnpricedPicture(
  { model, price, made, field }: { model: string; price: CallPrice; made: Made | undefined; field?: string },
  { routedModel = model, channels, inputTokens, asked }: PicturedRequest,
  options: OptionValues,
): void {
  if (made === undefined || options.SelfUseModeEnabled || options.UnpricedServiceAction === 'standard') return
  const served = asked && dearerAsked(asked)
  const models = sentNames(routedModel, channels)
  const unpriced = unpricedPicture(price, made, { models, inputTokens, served })
  if (unpriced === null) return
  throw new GatewayError('service_price_error', { model, field: field ?? unpriced.axis, value: unpriced.value })
}

const toolPlace = 'tools.'

/** Whether a channel may get the fields: every other format leaves them out, and the answer names them. */
function isCarried(
  { target }: Pick<RelayCall, 'target'>,
  { served, routedModel }: PricedRequest,
  carries: typeof carriesService,
): boolean {
  return served.some((channel) => {
    const provider = providerOf(channel.type)
    if (!provider) return false
    const upstreamModel = sentNames(routedModel, [channel]).at(-1) ?? routedModel
    return carries(provider, channel, { ...target, upstreamModel })
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
  const left = tools?.filter(({ field, type }) => !names.includes(field ?? toolPlace + type)) ?? []
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
  const tools = readField('tools')
  const listed = Array.isArray(tools) ? tools : [tools]
  const left = listed.flatMap((tool) => withoutTypes(tool, types))
  const choice = recordOf(readField('tool_choice'))
  const isGone = types.includes(textOf(choice.type)) || isRemovedName(choice.name, listed, left)
  return {
    tools: left.length === 0 ? null : left,
    ...((left.length === 0 || isGone) && { tool_choice: null }),
  }
}

/** A tool without these types: with a type it has one, without it each key of Gemini's tools is one. */
function withoutTypes(tool: unknown, types: readonly string[]): unknown[] {
  if (!isRecord(tool)) return []
  if (tool.type === 'namespace' && Array.isArray(tool.tools)) {
    const inner = tool.tools.flatMap((one) => withoutTypes(one, types))
    return inner.length === 0 ? [] : [inner.length === tool.tools.length ? tool : { ...tool, tools: inner }]
  }
  if (tool.type !== undefined) return types.includes(textOf(tool.type)) ? [] : [tool]
  const kept = Object.keys(tool).filter((key) => !types.includes(camelNameOf(key)))
  if (kept.length === Object.keys(tool).length) return [tool]
  return kept.length === 0 ? [] : [Object.fromEntries(kept.map((key) => [key, tool[key]]))]
}

const isRemovedName = (name: unknown, before: readonly unknown[], after: readonly unknown[]): boolean =>
  typeof name === 'string' &&
  before.some((tool) => recordOf(tool).name === name) &&
  !after.some((tool) => recordOf(tool).name === name)
