import { channelStatus } from '@sluice/contract/roles'
import { GatewayError } from '../core/errors.ts'
import { chooseChannel } from '../core/routing/choose-channel.ts'
import { shouldTryAnother } from '../core/routing/should-try-another.ts'
import { providerOf } from '../providers/index.ts'
import type { StoredKind } from '../providers/provider.ts'
import type { Caller } from '../relay/call/caller.ts'
import type { RelayCall } from '../relay/call/relay-call.ts'
import type { RelayTools } from '../relay/relay-tools.ts'
import { markOfKey } from '../relay/routing/answer-owners.ts'
import { createCapacityFinder } from '../relay/routing/capacity-finder.ts'
import { pickKey } from '../relay/routing/pick-key.ts'
import { channelsFor, noChannelError } from '../relay/routing/route.ts'
import type { Visit } from '../relay/routing/visit.ts'
import type { ChannelState, Snapshot } from '../state/snapshot.ts'
import { findNewestStored } from '../store/stored-objects.ts'
import type { StoringAccount } from './account.ts'

/** The requirements for a channel that stores an object. */
export interface PlaceNeeds {
  kinds: readonly StoredKind[]
  group: string
  /** Models that the channel must serve; empty = any channel of the group. */
  models: readonly string[]
  pinnedChannelId: number | null
}

/** Channels that meet the requirements. Throws GatewayError if there is none. */
export function channelsToStore(
  snapshot: Snapshot,
  { kinds, group, models, pinnedChannelId }: PlaceNeeds,
  now: number,
): ChannelState[] {
  const stores = (channel: ChannelState) =>
    channel.status === channelStatus.enabled &&
    (channel.expiresAt === null || channel.expiresAt > now) &&
    kinds.every((kind) => providerOf(channel.type)?.storage?.kinds.includes(kind))
  if (pinnedChannelId !== null) {
    const pinned = snapshot.channels.get(pinnedChannelId)
    if (!pinned) throw new GatewayError('channel_pin_invalid')
    if (pinned.status !== channelStatus.enabled) throw new GatewayError('channel_disabled')
    if (!stores(pinned)) throw new GatewayError('api_not_implemented')
    return [pinned]
  }
  const [first, ...others] = models
  const candidates =
    first === undefined
      ? [...snapshot.channels.values()].filter(({ groups }) => groups.has(group))
      : channelsFor(snapshot, group, first).filter((channel) =>
          others.every((model) => channelsFor(snapshot, group, model).includes(channel)),
        )
  const found = candidates.filter(stores)
  if (found.length === 0) throw new GatewayError('api_not_implemented')
  return found
}

/** The amounts that a batch counts at the limits of its channel. */
export interface BatchNeeds {
  /** The first model, for the refusal. */
  model: string
  group: string
  /** The deposit. */
  amount: number
}

/**
 * Sends an object to one channel after another until one stores it, first to the account with the caller's last stored
 * file, because all files of one call must be in one account. Skips channels whose limits `needs` exceeds. Returns the
 * last answer of `send`, even a refusal. Throws GatewayError.
 */
export async function placeObject(
  tools: RelayTools,
  call: RelayCall,
  caller: Caller,
  { candidates, needs }: { candidates: readonly ChannelState[]; needs: BatchNeeds | null },
  send: (account: StoringAccount) => Promise<Response>,
): Promise<{ account: StoringAccount; response: Response }> {
  const { dependencies, health } = tools
  const attemptsMax = 1 + dependencies.state.current().options.RetryTimes
  const newest = await findNewestStored(dependencies.db, { userId: caller.userId, kind: 'file' })
  let left = [...candidates]
  let last: { account: StoringAccount; response: Response } | null = null
  const asked = { userId: caller.userId, model: '' }
  let failure = noChannelError(caller, { model: '', group: '' })
  const next = (): (StoringAccount & { visit: Visit }) | null => {
    const healthy = left.filter((one) => health.restsForMs(one, asked) === 0)
    const usable = healthy.length > 0 ? healthy : left
    const channel = usable.find(({ id }) => id === newest?.channel_id) ?? chooseChannel(usable, dependencies.random())
    if (!channel) return null
    left = left.filter(({ id }) => id !== channel.id)
    const known = channel.keys.find((key) => markOfKey(key) === newest?.key_mark)
    const { random } = dependencies
    const key = known ?? pickKey(channel, channel.keys, { ...asked, tokens: 0 }, { health, random, preferred: null })
    return { channel, key, visit: health.begin(channel.id, key, asked) }
  }
  const capacity =
    needs &&
    createCapacityFinder(next, {
      ...{ limits: call.limits, model: needs.model, group: needs.group },
      needs: () => ({ tokens: 0, amount: needs.amount, isBatch: true }),
    })
  for (let made = 0; made < attemptsMax; made++) {
    const choice = capacity ? await capacity.next() : next()
    if (!choice && made === 0) failure = capacity?.refusal ?? failure
    if (!choice) break
    const { visit, ...account } = choice
    try {
      const response = await send(account)
      if (response.status < 500) visit.succeeded()
      else visit.failed({ userId: caller.userId, retryAfterMs: null, cause: 'fault' })
      last = { account, response }
      if (!shouldTryAnother(response.status) || left.length === 0 || made + 1 === attemptsMax) return last
      await response.body?.cancel()
      last = null
    } catch (cause) {
      if (!(cause instanceof GatewayError)) throw cause
      failure = cause
      // A slow upstream may have stored the object: another attempt could store it twice.
      if (call.abort.reason || cause.code !== 'upstream_unreachable') throw cause
    } finally {
      visit.ended()
    }
  }
  if (last) return last
  throw failure
}
