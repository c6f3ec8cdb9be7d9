import { GatewayError } from '../../core/errors.ts'
import type { CallLimits, ChannelNeeds, LimitedChannel } from '../call/call-limits.ts'
import type { Visit } from './visit.ts'

interface Choice {
  channel: LimitedChannel
  visit: Visit
}

interface AskingCall {
  limits: Pick<CallLimits, 'useChannel'>
  /** For the refusal. */
  model: string
  group: string
  needs: ChannelNeeds
}

/**
 * The choices of `next` at channels that have room for the call, which is counted at the limits of the last one. `full`
 * is the refusal where channels were passed over because they have reached a limit; null before.
 */
export function createRoomFinder<C extends Choice>(next: () => C | null, call: AskingCall) {
  const { limits, model, group, needs } = call
  let retryAfterSeconds = Number.POSITIVE_INFINITY
  return {
    get full(): GatewayError | null {
      return retryAfterSeconds === Number.POSITIVE_INFINITY
        ? null
        : new GatewayError('channels_full', { model, group }, { retryAfterSeconds })
    },
    async next(): Promise<C | null> {
      for (let choice = next(); choice; choice = next()) {
        const refusal = await limits.useChannel(choice.channel, needs)
        if (refusal === null) return choice
        choice.visit.learnedNothing()
        choice.visit.ended()
        retryAfterSeconds = Math.min(retryAfterSeconds, refusal.retryAfterSeconds ?? 1)
      }
      return null
    },
  }
}
