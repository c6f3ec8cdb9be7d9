import { GatewayError } from '../../core/errors.ts'
import type { CallLimits, ChannelNeeds, LimitedChannel } from '../call/call-limits.ts'
import type { Visit } from './visit.ts'

interface Choice {
  channel: LimitedChannel
  visit: Visit
}

interface LimitedCall {
  limits: Pick<CallLimits, 'useChannel'>
  /** For the refusal. */
  model: string
  group: string
  needs: () => ChannelNeeds
}

export interface RoomFinder<C extends Choice> {
  /** The next choice at a channel that has room for the call, which is counted at its limits. */
  next(): Promise<C | null>
  /** Counts the call at the limits of this channel. Returns false, and counts nothing, where it has reached one. */
  count(choice: C): boolean | Promise<boolean>
  /** The channels that were passed over because they have reached a limit. */
  readonly full: readonly number[]
  /** The refusal for these channels; null = there were none. */
  readonly refusal: GatewayError | null
}

/** Finds a channel with room among the choices of `next`, which are ended where they have none. */
export function createRoomFinder<C extends Choice>(
  next: () => C | null,
  { limits, model, group, needs }: LimitedCall,
): RoomFinder<C> {
  const waitSeconds = new Map<number, number>()

  function count({ channel }: C): boolean | Promise<boolean> {
    const using = limits.useChannel(channel, needs())
    if (using === null) return true
    return using.then((refusal) => {
      if (refusal) waitSeconds.set(channel.id, refusal.retryAfterSeconds ?? 1)
      return refusal === null
    })
  }

  return {
    count,
    get full() {
      return [...waitSeconds.keys()]
    },
    get refusal() {
      if (waitSeconds.size === 0) return null
      const retryAfterSeconds = Math.min(...waitSeconds.values())
      return new GatewayError('channels_full', { model, group }, { retryAfterSeconds })
    },
    async next() {
      for (let choice = next(); choice; choice = next()) {
        if (!waitSeconds.has(choice.channel.id) && (await count(choice))) return choice
        choice.visit.ended()
      }
      return null
    },
  }
}
