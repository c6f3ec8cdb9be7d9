import { GatewayError } from '../../core/errors.ts'
import { createGroupSequence } from '../../core/routing/group-sequence.ts'
import type { RequestFacts } from '../../protocols/wire-format.ts'
import { channelsFor } from '../../state/channels-for.ts'
import { type ResolvedModel, resolveModel } from '../../state/resolve-model.ts'
import type { Snapshot } from '../../state/snapshot.ts'
import type { Caller } from '../call/caller.ts'
import { refuseAddress } from '../call/refuse-address.ts'
import type { RelayCall } from '../call/relay-call.ts'
import { usableGroupsOf } from '../call/usable-group.ts'
import { operationOf } from '../passage/operations.ts'
import { unservedModelError } from '../routing/route-errors.ts'

/**
 * The first of `groups` (absent: of the caller's) that serves the model, and the model to use. Throws GatewayError when
 * the caller may not use it from here, or no group serves it.
 */
export function checkRights(
  call: Pick<RelayCall, 'clientAddress' | 'target'>,
  caller: Caller,
  isPinned: boolean,
  request: Pick<RequestFacts, 'model'>,
  snapshot: Snapshot,
  groups: readonly string[] = usableGroupsOf(caller, snapshot.options),
): ResolvedModel & { group: string } {
  refuseAddress(caller, call.clientAddress)
  const [only] = groups
  if (only !== undefined && groups.length === 1) return checkRightsIn(call, caller, isPinned, request, snapshot, only)
  return createGroupSequence(groups, (group) => checkRightsIn(call, caller, isPinned, request, snapshot, group)).next()
}

/** The first group of the caller that serves all of `models`. Throws GatewayError where there is none. */
export const groupForModels = (
  call: Pick<RelayCall, 'clientAddress' | 'target'>,
  caller: Caller,
  isPinned: boolean,
  models: readonly string[],
  snapshot: Snapshot,
): string =>
  createGroupSequence(usableGroupsOf(caller, snapshot.options), (group) => {
    for (const model of models) checkRights(call, caller, isPinned, { model }, snapshot, [group])
    return group
  }).next()

function checkRightsIn(
  call: Pick<RelayCall, 'target'>,
  caller: Caller,
  isPinned: boolean,
  { model }: Pick<RequestFacts, 'model'>,
  snapshot: Snapshot,
  group: string,
): ResolvedModel & { group: string } {
  const { takesSuffix } = operationOf(call.target)
  const resolved = takesSuffix ? resolveModel(snapshot, group, model) : { routedModel: model, suffix: null }
  if (isPinned) return { group, ...resolved }
  const limits = caller.modelLimits
  if (limits && !limits.has(model) && !limits.has(resolved.routedModel)) {
    throw new GatewayError('model_not_allowed', { model })
  }
  // Before the price: an unknown name is not a fault of the price list.
  if (channelsFor(snapshot, group, resolved.routedModel).length === 0) {
    throw unservedModelError(snapshot, caller, { model, routedModel: resolved.routedModel, group })
  }
  return { group, ...resolved }
}
