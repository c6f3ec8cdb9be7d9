import { exactProduct } from '@sluice/contract/decimal'
import { groupRatioOf } from '../../core/billing/group-ratio.ts'
import { type CallPrice, priceFor } from '../../core/billing/price-plan.ts'
import { isVideoName } from '../../core/videos/video-names.ts'
import type { OfferedVideoModel } from '../../protocols/videos/build-video-models.ts'
import { priceOf } from '../../relay/admission/price-of.ts'
import type { Caller } from '../../relay/call/caller.ts'
import type { RelayCall } from '../../relay/call/relay-call.ts'
import { usableGroupsOf } from '../../relay/call/usable-group.ts'
import { modelNamesFor } from '../../relay/modeless/models.ts'
import { channelsFor } from '../../state/channels-for.ts'
import type { Snapshot } from '../../state/snapshot.ts'
import { passedSettings, videoModelOn } from './video-models.ts'

/** The models with which a key can make videos, by name, at the prices of the group that serves each. */
export function listVideoModels(call: RelayCall, caller: Caller, snapshot: Snapshot): OfferedVideoModel[] {
  const { options } = snapshot
  const groups = usableGroupsOf(caller, options)
  return modelNamesFor(caller, snapshot).flatMap((name) => {
    const group = groups.find((one) => channelsFor(snapshot, one, name).length > 0)
    if (group === undefined) return []
    const channels = channelsFor(snapshot, group, name)
    const model = videoModelOn(channels, name, call.startedAt)
    // Hosts that pass on any video say of no model that it makes none.
    if (model === null || (model.resolutions === null && !isVideoName(name))) return []
    const price = priceOf(call, caller, name, options)
    const ratio = groupRatioOf(options, caller.userGroup, group)
    const prices = price && ratio !== null ? pricesOf(price, ratio, model.resolutions ?? []) : null
    return [{ model, prices, passes: passedSettings(channels) }]
  })
}

/** Null for prices by tokens and by expressions. */
function pricesOf(price: CallPrice, groupRatio: number, resolutions: readonly string[]): OfferedVideoModel['prices'] {
  const { base } = price
  if (base.kind !== 'per_call' || base.unit === 'character') return null
  const dollars = exactProduct(base.price, base.factor, groupRatio)
  const byResolution: Record<string, number> = { '': dollars }
  for (const resolution of resolutions) {
    const own = priceFor(price, 0, { resolution: resolution.toLowerCase() })
    if (own.kind !== 'per_call' || own.unit !== base.unit) continue
    const amount = exactProduct(own.price, own.factor, groupRatio)
    if (amount !== dollars) byResolution[resolution] = amount
  }
  return { unit: base.unit === 'second' ? 'second' : 'video', byResolution }
}
