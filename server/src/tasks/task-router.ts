import { channelStatus } from '@sluice/contract/roles'
import { type ChoiceGround, passedNamedMax, type RouteWhy } from '@sluice/contract/routing'
import type { TaskPlatform } from '@sluice/contract/task'
import { GatewayError } from '../core/errors.ts'
import { chooseChannel } from '../core/routing/choose-channel.ts'
import { providerOf } from '../providers/index.ts'
import type { Caller } from '../relay/call/caller.ts'
import type { ChannelHealth } from '../relay/routing/channel-health.ts'
import { pickKey } from '../relay/routing/pick-key.ts'
import { type RouteChoice, restOfAll } from '../relay/routing/route.ts'
import { noChannelError } from '../relay/routing/route-errors.ts'
import { hasNoKeyOn } from '../state/channel-keys.ts'
import type { ChannelState, Snapshot } from '../state/snapshot.ts'
import type { TaskRow } from '../store/schema.ts'
import { ownKeyOf } from './task-key.ts'

export interface TaskRoute {
  snapshot: Snapshot
  caller: Pick<Caller, 'userId' | 'tokenId'>
  group: string
  model: string
  pinnedChannelId: number | null
  /** A follow-up goes to the channel of its task, with the task's key. */
  parent: Pick<TaskRow, 'channel_id' | 'key_mark'> | null
  /** The channels that can take the task. */
  candidates: readonly ChannelState[]
}

/**
 * Returns a function that picks the channel for the next attempt: no channel twice, and no key of a multi-key channel
 * twice; null when none is left. Throws GatewayError if no channel can accept the task, or all of them are resting.
 */
export function createTaskRouter(
  route: TaskRoute,
  context: { health: ChannelHealth; random: () => number },
): () => RouteChoice | null {
  requireCandidate(route)
  const { candidates, caller, group, model, parent, pinnedChannelId } = route
  const isChosen = parent !== null || pinnedChannelId !== null
  const routed = { userId: caller.userId, model, tokens: 0 }
  const rest = isChosen ? null : restOfAll(candidates, context.health, routed)
  if (rest !== null) throw noChannelError(caller, { model, group }, rest)
  const tried = new Map<number, Set<string>>()
  const ground = parent !== null ? 'stored' : pinnedChannelId !== null ? 'pinned' : 'priority'
  return () => {
    const left = tried.size === 0 ? candidates : candidates.filter((one) => untriedKeys(one).length > 0)
    const healthy = left.filter((channel) => context.health.restsForMs(channel, routed) === 0)
    const pool = healthy.length > 0 ? healthy : left
    const channel = chooseChannel(pool, context.random())
    if (!channel) return null
    const key = pickKey(channel, untriedKeys(channel), routed, { ...context, preferred: null })
    tried.set(channel.id, (tried.get(channel.id) ?? new Set()).add(key))
    const visit = context.health.begin(channel.id, key, routed)
    const why = buildRouteReason(channel, { ground, left, pool })
    return { channel, key, why, visit }
  }

  function untriedKeys(channel: ChannelState): readonly string[] {
    const used = tried.get(channel.id)
    const keys = parent ? keysForFollowUp(channel, parent) : channel.keys
    if (!used) return keys
    return channel.setting.multi_key_mode ? keys.filter((key) => !used.has(key)) : []
  }
}

/** The task's key; all keys if the channel no longer has it. */
function keysForFollowUp(channel: ChannelState, parent: Pick<TaskRow, 'key_mark'>): readonly string[] {
  const own = ownKeyOf(channel, parent)
  return own === undefined ? channel.keys : channel.keys.filter((key) => key === own)
}

function buildRouteReason(
  { priority, weight }: ChannelState,
  { ground, left, pool }: { ground: ChoiceGround; left: readonly ChannelState[]; pool: readonly ChannelState[] },
): RouteWhy {
  const resting = left.filter((one) => !pool.includes(one)).map(({ id }) => id)
  const passed = {
    code: 'resting',
    count: resting.length,
    channels: resting.slice(0, passedNamedMax),
  } as const
  const isOnly = ground === 'priority' && pool.length === 1
  return {
    by: isOnly ? 'only' : ground,
    of: pool.length,
    priority,
    weight,
    ...(resting.length > 0 && { passed: [passed] }),
  }
}

function hasPlatform({ type }: ChannelState, platform: TaskPlatform): boolean {
  const provider = providerOf(type)
  if (platform === 'video') return provider?.videos !== undefined
  // Which of its models are tasks, the submission knows.
  if (platform === 'image') return provider?.mediaWireOf !== undefined
  return provider?.taskPlatform === platform
}

/** Whether the channel can accept tasks of the platform now. */
export const takesTasks = (channel: ChannelState, platform: TaskPlatform, now: number): boolean =>
  hasPlatform(channel, platform) &&
  channel.status === channelStatus.enabled &&
  !hasNoKeyOn(channel) &&
  (channel.expiresAt === null || channel.expiresAt > now)

/** Throws GatewayError: why no channel can accept the task. */
function requireCandidate({ snapshot, model, parent, pinnedChannelId, candidates }: TaskRoute): void {
  if (parent !== null) {
    if (!candidates.some((own) => keysForFollowUp(own, parent).length > 0))
      throw new GatewayError('task_channel_disabled')
    return
  }
  if (pinnedChannelId !== null) {
    const pinned = snapshot.channels.get(pinnedChannelId)
    if (!pinned) throw new GatewayError('channel_pin_invalid')
    if (pinned.status !== channelStatus.enabled) throw new GatewayError('channel_disabled')
  }
  if (candidates.length === 0) throw new GatewayError('model_not_found', { model })
}
