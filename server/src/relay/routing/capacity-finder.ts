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

export interface CapacityFinder<C extends Choice> {
  /** The next choice whose channel is below its limits. The call is counted against them. */
  next(): Promise<C | null>
  /** Counts the call against the limits of this channel. Returns false, and counts nothing, if one is reached. */
  count(choice: C): boolean | Promise<boolean>
  /** The channels that were skipped because a limit is reached. */
  readonly full: readonly number[]
  /** The refusal for these channels; null = there were none. */
  readonly refusal: GatewayError | null
}

/** All channels that could take the call have reached a limit. */
export const fullError = (values: { model: string; group: string }, retryAfterSeconds = 1): GatewayError =>
  new GatewayError('channels_full', values, { retryAfterSeconds })

/** Finds a channel below its limits among the choices of `next`. The visits of skipped choices are ended. */
export function createCapacityFinder<C extends Choice>(
  next: () => C | null,
  { limits, model, group, needs }: LimitedCall,
): CapacityFinder<C> {
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
      return fullError({ model, group }, retryAfterSeconds)
    },
    async next() {
      for (let choice = next(); choice; choice = next()) {
        if (!waitSeconds.has(choice.channel.id) && (await count(choice))) return choice
        choice.visit.notMade()
      }
      return null
    },
  }
}
