import { requireGroupRatio } from '../core/billing/group-ratio.ts'
import type { CallPrice } from '../core/billing/price-plan.ts'
import { GatewayError } from '../core/errors.ts'
import { free, priceOf, priceOfSums, requireFixedPrice } from '../relay/admission/price-of.ts'
import type { Caller } from '../relay/call/caller.ts'
import { refuseAddress } from '../relay/call/refuse-address.ts'
import type { PriceTerms, RelayCall } from '../relay/call/relay-call.ts'
import { usableGroupsOf } from '../relay/call/usable-group.ts'
import { unservedModelError } from '../relay/routing/route-errors.ts'
import { channelsFor } from '../state/channels-for.ts'
import type { Snapshot } from '../state/snapshot.ts'
import type { Submission } from './submission.ts'

export interface TaskAdmission {
  group: string
  model: string
  terms: PriceTerms
}

/** Checks whether the caller may submit this task, and prices it. Throws GatewayError; moves no money. */
export function admitTask(
  call: RelayCall,
  { caller, isPinned }: { caller: Caller; isPinned: boolean },
  submission: Submission,
  snapshot: Snapshot,
): TaskAdmission {
  const { options } = snapshot
  refuseAddress(caller, call.clientAddress)
  const { models, parent, isFree } = submission
  const groups = usableGroupsOf(caller, options)
  const serves = (group: string) => models.some((name) => channelsFor(snapshot, group, name).length > 0)
  const group = groups.find(serves) ?? groups[0] ?? ''
  const isServed = (name: string) =>
    parent
      ? (snapshot.channels.get(parent.channel_id)?.models.has(name) ?? false)
      : channelsFor(snapshot, group, name).length > 0
  const model = models.find(isServed) ?? models[0] ?? ''
  const limits = caller.modelLimits
  if (!isPinned && limits && !models.some((name) => limits.has(name)))
    throw new GatewayError('model_not_allowed', { model })
  // Before the price: a missing price must not hide that no channel serves the model.
  if (!isPinned && !parent && !isServed(model))
    throw unservedModelError(snapshot, caller, { model, routedModel: model, group })
  const priced = isFree ? free : firstPrice(models, (name) => priceOf(call, caller, name, options))
  if (!priced) throw new GatewayError('model_price_error', { model })
  requireFixedPrice(priced, model)
  const groupRatio = requireGroupRatio(options, caller.userGroup, group)
  const terms: PriceTerms = {
    price: priceOfSums(priced, call.startedAt, model),
    groupRatio,
    quotaPerUnit: options.QuotaPerUnit,
    units: 1,
    // Tasks are not counted in tokens: a ratio is the price of one picture.
    imageFactor: mayBeByTokens(priced) ? 1 : null,
  }
  return { group, model, terms }
}

const mayBeByTokens = ({ base, serving }: CallPrice): boolean =>
  [base, ...(serving?.rules.map(({ price }) => price) ?? [])].some(({ kind }) => kind === 'ratio')

function firstPrice<T>(names: readonly string[], find: (name: string) => T | null): T | null {
  for (const name of names) {
    const found = find(name)
    if (found) return found
  }
  return null
}
