import { makeReason } from '@sluice/contract/error-reasons'
import { channelStatus } from '@sluice/contract/roles'
import type { RouteWhy } from '@sluice/contract/routing'
import { GatewayError } from '../core/errors.ts'
import { invalidRequest } from '../core/invalid-request.ts'
import { chooseChannel } from '../core/routing/choose-channel.ts'
import { mayBeDone } from '../core/routing/should-try-another.ts'
import { markOfKey } from '../platform/mark-of-key.ts'
import { mayHaveArrived } from '../platform/outbound/call-upstream.ts'
import { providerOf } from '../providers/index.ts'
import type { StoredKind } from '../providers/provider.ts'
import { findHolder } from '../relay/admission/find-holder.ts'
import { readRefusedAccount } from '../relay/answer/refusal-from.ts'
import type { Caller } from '../relay/call/caller.ts'
import type { RelayCall } from '../relay/call/relay-call.ts'
import { type AttemptFailure, unansweredFailure } from '../relay/call/upstream-error.ts'
import type { StoringAccount } from '../relay/deposits/work-account.ts'
import type { RelayTools } from '../relay/relay-tools.ts'
import { pickKey } from '../relay/routing/pick-key.ts'
import type { RouteChoice, Router } from '../relay/routing/route.ts'
import { noChannelError } from '../relay/routing/route-errors.ts'
import { sharesObjects } from '../relay/routing/shares-objects.ts'
import { attemptWork, type RecordedOutcome } from '../relay/upstream/attempt-work.ts'
import { channelsFor } from '../state/channels-for.ts'
import type { ChannelState, Snapshot } from '../state/snapshot.ts'
import { findNewestStored, type StoredObjectKind, type StoredObjectRow } from '../store/stored-objects.ts'
import { type NamedObjects, objectsOfBatchMax } from './check-request.ts'

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
    if (!stores(pinned)) throw notOffered()
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
  if (found.length === 0) throw notOffered()
  return found
}

/**
 * The channels that may get requests which name stored objects of the caller: only the account that stores them, or
 * channels whose operator shares them. Throws GatewayError (the caller's) for objects of others.
 */
export async function placeWithObjects(
  tools: RelayTools,
  caller: Caller,
  { candidates, named, snapshot }: { candidates: readonly ChannelState[]; named: NamedObjects; snapshot: Snapshot },
): Promise<Pick<Placing, 'candidates' | 'only'>> {
  const restated = [...named.restated]
  const { required, shared } = await findHolder(tools, caller, [...named.ids], {
    snapshot,
    restated,
    max: objectsOfBatchMax,
  })
  const sharing = candidates.filter((channel) => sharesObjects(channel, shared))
  if (!required) return { candidates: sharing, only: null }
  const channel = sharing.find(({ id }) => id === required.channelId)
  if (!channel) throw invalidRequest('objectsApart')
  return { candidates: [channel], only: { channel, key: required.key } }
}

/** The amounts that a batch counts at the limits of its channel. */
export interface BatchNeeds {
  /** The first model, for the refusal. */
  model: string
  group: string
  /** The deposit. */
  amount: number
}

/** The account that stores the object, or that refused it last. */
export type Placed = { account: StoringAccount } & (
  | { kind: 'answered'; response: Response }
  | { kind: 'failed'; failure: AttemptFailure; isFinal: boolean }
)

export interface Placing {
  caller: Caller
  candidates: readonly ChannelState[]
  /** The account that must be used; null = any of the candidates. */
  only: StoringAccount | null
  /** Objects that one call may name beside it, and that the same account should therefore store. */
  near?: readonly StoredObjectKind[]
  /** Skips channels whose limits it exceeds; null = nothing is counted. */
  needs: BatchNeeds | null
}

/** What calls of OpenAI's formats name together. */
const namedTogether = ['file', 'conversation'] as const

/**
 * Sends an object to one channel after another until one stores it, first to the account with the last object of the
 * caller that a call may name beside it, because all objects of one call must be in one account. Returns the answer or
 * the last refusal. Throws GatewayError.
 */
export async function placeObject(
  tools: RelayTools,
  call: RelayCall,
  { caller, candidates, only, near = namedTogether, needs }: Placing,
  send: (account: StoringAccount) => Promise<Response>,
): Promise<Placed> {
  const { dependencies } = tools
  const { model = '', group = '' } = needs ?? {}
  const isBatch = needs !== null
  const newest = only ? null : await findNewestStored(dependencies.db, caller.userId, near)
  const router = only ? routerTo(tools, caller, only) : createPlaceRouter(tools, caller, candidates, newest)
  // The files and requests are no text of a prompt, and may be large.
  const looped = {
    ...call,
    // Without limits, an object of no model counts nowhere.
    limits: needs ? call.limits : { useChannel: () => null },
    caller,
    pinnedChannelId: null,
    snapshot: dependencies.state.current(),
    request: { body: {} },
  }
  const found = await attemptWork<Placed>(tools, looped, {
    router,
    model,
    group,
    needs: () => ({ tokens: 0, amount: needs?.amount ?? 0, isBatch: true }),
    attempt: (choice) => placeOnce(call, choice, send, isBatch),
  })
  if (!('kind' in found)) throw found.refusal ?? noChannelError(caller, { model, group })
  if (found.kind === 'failed' && found.failure.status === null) throw found.failure.error
  return found
}

/**
 * One attempt. Throws if the call ends meanwhile. If the upstream may have created a batch, no other account gets it:
 * the upstream would charge for a second batch, whose results the client never gets. A second copy of a file is free.
 */
async function placeOnce(
  call: RelayCall,
  { channel, key }: RouteChoice,
  send: (account: StoringAccount) => Promise<Response>,
  isBatch: boolean,
): Promise<RecordedOutcome<Placed>> {
  const account = { channel, key }
  try {
    const response = await send(account)
    const { status } = response
    if (response.ok) return { status, outcome: { kind: 'answered', account, response } }
    const failure = await readRefusedAccount(call, account, response)
    return { status, outcome: { kind: 'failed', account, failure, isFinal: isBatch && mayBeDone(status) } }
  } catch (cause) {
    if (!(cause instanceof GatewayError) || call.abort.reason) throw cause
    const outcome = { kind: 'failed' as const, account, failure: unansweredFailure(cause) }
    return { status: null, outcome: { ...outcome, isFinal: mayHaveArrived(cause) } }
  }
}

type PlacementTools = Pick<RelayTools, 'dependencies' | 'health'>

/** The one account, once. */
function routerTo(
  { health }: PlacementTools,
  { userId }: Caller,
  { channel, key }: StoringAccount,
): Pick<Router, 'next'> {
  let isTried = false
  return {
    next() {
      if (isTried) return null
      isTried = true
      return {
        channel,
        key,
        why: buildRouteReason(channel, 'stored', 1),
        visit: health.begin(channel.id, key, { userId, model: '' }),
      }
    },
  }
}

function createPlaceRouter(
  { dependencies, health }: PlacementTools,
  { userId }: Caller,
  candidates: readonly ChannelState[],
  newest: Pick<StoredObjectRow, 'channel_id' | 'key_mark'> | null | undefined,
): Pick<Router, 'next'> {
  const { random } = dependencies
  const routed = { userId, model: '' }
  let left = [...candidates]
  return {
    next() {
      const healthy = left.filter((one) => health.restsForMs(one, routed) === 0)
      const usable = healthy.length > 0 ? healthy : left
      const own = usable.find(({ id }) => id === newest?.channel_id)
      const channel = own ?? chooseChannel(usable, random())
      if (!channel) return null
      left = left.filter(({ id }) => id !== channel.id)
      const known = channel.keys.find((key) => markOfKey(key) === newest?.key_mark)
      const key = known ?? pickKey(channel, channel.keys, { ...routed, tokens: 0 }, { health, random, preferred: null })
      const why = buildRouteReason(channel, own ? 'affinity' : usable.length === 1 ? 'only' : 'priority', usable.length)
      return { channel, key, why, visit: health.begin(channel.id, key, routed) }
    },
  }
}

const buildRouteReason = ({ priority, weight }: ChannelState, by: RouteWhy['by'], of: number): RouteWhy => ({
  by,
  of,
  priority,
  weight,
})

const notOffered = (): GatewayError =>
  new GatewayError('api_not_implemented', { instead: makeReason('insteadOfStorage') })
