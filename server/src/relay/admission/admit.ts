import { readPath } from '@sluice/contract/price-expression/read-path'
import { textOf } from '@sluice/contract/read-json'
import { isSoundPriced } from '../../core/billing/audio-ratio.ts'
import { type KnownUse, spokenText } from '../../core/billing/billable.ts'
import { requireGroupRatio } from '../../core/billing/group-ratio.ts'
import { madeBy } from '../../core/billing/image-request.ts'
import type { CallPrice } from '../../core/billing/price-plan.ts'
import type { Searches } from '../../core/billing/reservation.ts'
import { estimatePromptTokens } from '../../core/tokens/estimate-prompt.ts'
import { withSystemMessage } from '../../core/tokens/with-system-message.ts'
import { inputTotal, outputTotal } from '../../core/usage/usage.ts'
import { isSearchModel } from '../../protocols/openai-chat/search-model.ts'
import type { RequestFacts } from '../../protocols/wire-format.ts'
import { channelsFor } from '../../state/channels-for.ts'
import type { ResolvedModel } from '../../state/resolve-model.ts'
import type { ChannelState, Snapshot } from '../../state/snapshot.ts'
import type { Caller } from '../call/caller.ts'
import type { PriceTerms, RelayCall } from '../call/relay-call.ts'
import { countedUnits, type Operation, operationOf } from '../passage/operations.ts'
import { withToolModels } from './asked-tools.ts'
import { checkRights } from './check-rights.ts'
import { priceImages, sentNames } from './known-use.ts'
import { openAnswerTokens } from './open-answers.ts'
import { priceAsked, requireFixedPrice, requirePrice, requireUnits } from './price-of.ts'
import { refuseUnpricedPicture, unpricedFields } from './unpriced-service.ts'

/** The body in the form that tokens are counted in, and the estimate of its tokens. */
export interface CountedPrompt {
  countable: Record<string, unknown>
  tokens: number
}

export interface Admission extends ResolvedModel {
  group: string
  /** The body in the form that tokens are counted in. */
  countable: Record<string, unknown>
  terms: PriceTerms
  /** Its usage, if it is known in advance. */
  known?: KnownUse
  /** Audio without a reported count is charged by its duration. */
  chargesSound?: boolean
  /** The searches to hold for, if one of its upstream names always searches. */
  searches?: Searches
  inputTokens: number
  /** The longest answer, for a call without an output limit whose hold must cover all of it. */
  openOutputTokens?: number
  /** Fields of the request that have no price and must be removed. Absent = none. */
  unpriced?: readonly string[]
  /** Nothing is delivered before the end. Absent = parts may be. */
  deliversAtEnd?: boolean
}

/**
 * Checks that the caller may make this request in `group`, and finds the price. Throws GatewayError; touches no money.
 * `promptOf` is called for permitted requests only.
 */
export function admit(
  call: RelayCall,
  caller: Caller,
  isPinned: boolean,
  request: RequestFacts,
  snapshot: Snapshot,
  group: string,
  promptOf: () => CountedPrompt,
): Admission {
  const { options } = snapshot
  const operation = operationOf(call.target)
  const { routedModel, suffix } = checkRights(call, caller, isPinned, request, snapshot, [group])
  const own = priceAsked(
    requirePrice(call, caller, { model: routedModel, named: request.model }, options),
    {
      at: call.startedAt,
      param: (path) => readPath(request.body, path),
      header: (name) => call.headers.get(name),
    },
    request.model,
  )
  requireUnits(own, countedUnits(operation), request.model)
  const price = request.tools
    ? withToolModels(
        call,
        caller,
        own,
        request.tools.map(({ run }) => run),
        options,
      )
    : own
  const groupRatio = requireGroupRatio(options, caller.userGroup, group)
  const terms: PriceTerms = {
    price,
    groupRatio,
    quotaPerUnit: options.QuotaPerUnit,
    units: 1,
    imageFactor: null,
    ...(request.asked && { asked: request.asked }),
    ...(request.made && { made: request.made }),
  }
  const { countable, tokens } = promptOf()
  const served = channelsFor(snapshot, group, routedModel)
  const added = operation.isChat ? promptTokensOf(served, request.model) : 0
  const prompt = tokens + added
  const deliversAtEnd = !request.isStream
  const open = request.isBackground && request.maxOutputTokens === null
  const unpriced = unpricedFields(call, { request, terms, inputTokens: prompt, served, routedModel, options })
  const admission = {
    group,
    routedModel,
    suffix,
    terms,
    countable,
    inputTokens: prompt,
    deliversAtEnd,
    ...(open && { openOutputTokens: openAnswerTokens(routedModel, 1, served) }),
    ...(unpriced.length > 0 && { unpriced }),
  }
  const made = request.image ? madeBy(request.image) : request.made
  if (made) {
    const asked = { model: request.model, price, made, ...(!request.image && { field: 'image_size' }) }
    refuseUnpricedPicture(asked, { routedModel, channels: served, inputTokens: prompt, asked: request.asked }, options)
  }
  if (request.image) {
    const names = sentNames(routedModel, served)
    const { known, units, imageFactor, made } = priceImages(request.image, { models: names, price, inputText: prompt })
    const inputTokens = inputTotal(known.usage)
    if (inputTokens + outputTotal(known.usage) === 0) requireFixedPrice(price, request.model)
    return { ...admission, terms: { ...terms, units, imageFactor, made }, known, inputTokens }
  }
  const searches = searchesSentOn(request, snapshot, { group, routedModel })
  if (searches) return { ...admission, searches }
  const known = knownUse(request, price, operation)
  if (operation.isSound && !known && (price.units || isSoundPriced(routedModel, options)))
    return { ...admission, chargesSound: true }
  return known ? { ...admission, known, inputTokens: inputTotal(known.usage) } : admission
}

/** The usage that is known in advance: of text for speech its characters, unless its sound is what is charged. */
function knownUse({ known, body }: RequestFacts, { units }: CallPrice, { isSound }: Operation): KnownUse | undefined {
  if (!isSound || units === undefined) return known
  return units.includes('second') ? undefined : { usage: spokenText(textOf(body.input)), isEstimated: false }
}

/** Searches of a call whose upstream model may always search; null = only the requested ones. */
function searchesSentOn(
  { model, searches }: RequestFacts,
  snapshot: Snapshot,
  { group, routedModel }: { group: string; routedModel: string },
): Searches | null {
  if (searches?.web_search) return null
  const isSearching = channelsFor(snapshot, group, routedModel).some(
    // Most channels send names unchanged: only the others need the list of upstream names.
    (channel) =>
      channel.modelMapping !== null &&
      [...sentNames(model, [channel]), ...sentNames(routedModel, [channel])].some(isSearchModel),
  )
  return isSearching || isSearchModel(model) ? { ...searches, web_search: 1 } : null
}

type Prompted = Pick<ChannelState, 'setting'>

const estimates = new WeakMap<Prompted, number>()

/** Estimate of the tokens that the prompts of these channels add to a call: the most that one of them adds. */
export function promptTokensOf(channels: readonly Prompted[], model: string): number {
  let most = 0
  for (const channel of channels) {
    if (!channel.setting.system_prompt) continue
    const known =
      estimates.get(channel) ?? estimatePromptTokens(withSystemMessage({}, channel.setting.system_prompt), model)
    estimates.set(channel, known)
    most = Math.max(most, known)
  }
  return most
}
