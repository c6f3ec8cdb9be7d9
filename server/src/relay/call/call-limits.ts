import type { GatewayError } from '../../core/errors.ts'
import type { OptionValues } from '../../state/option-registry.ts'
import type { ChannelState } from '../../state/snapshot.ts'
import type { Caller } from './caller.ts'
import type { RateLimits } from './rate-limit-headers.ts'

/** A channel with the limits of its setting. */
export type LimitedChannel = Pick<ChannelState, 'id'> & { setting: Pick<ChannelState['setting'], 'limits'> }

/** The limits of one call and its counts, from its arrival to its end. */
export interface CallLimits {
  /** The caller must report the usage by `settled`. */
  readonly isCounting: boolean
  /** The tightest limits that apply, for the client's headers; null = none. */
  readonly tightest: RateLimits | null
  /** The same refusal was recorded within the last second, and one row is enough. */
  readonly isRepeated: boolean
  /**
   * The check before the body is read. Throws GatewayError 429, and 403 for a group that the caller may not use.
   * Returns a promise only if Redis or the database must be read.
   */
  enter(caller: Caller, options: OptionValues): void | Promise<void>
  /** The check before money is held. Throws the same. */
  admit(call: AdmittedFacts): void | Promise<void>
  /**
   * The call moves on to another group, whose limits replace those of the group before. Returns the refusal; then
   * nothing is counted.
   */
  moveTo(call: AdmittedFacts): Promise<GatewayError | null>
  /**
   * The next attempt goes to this channel, whose limits replace those of the channel before. Returns the refusal; then
   * nothing is counted for it. Returns a promise only for a channel with limits.
   */
  useChannel(channel: LimitedChannel, needs: ChannelNeeds): null | Promise<GatewayError | null>
  /** Another `amount` is to be held. Returns the refusal. */
  extend(amount: number): Promise<GatewayError | null>
  /** The client got an answer that is not an error. */
  succeeded(): void
  /** The call cost `charge` and used this many tokens. */
  settled(charge: number, tokens: number): void
  /** The call is over: returns its holds. */
  end(): void
}

/** What a call needs of its channel. */
export interface ChannelNeeds extends Pick<AdmittedFacts, 'tokens' | 'amount'> {
  /** Its requests are answered later, within other limits of the upstream: only its money counts. */
  isBatch?: boolean
  /** The request ID of a call that submits a task. */
  taskRequestId?: string
}

export interface AdmittedFacts {
  requested: string
  routed: string
  /** The group that it uses. */
  group: string
  options: OptionValues
  /** Estimate of input and output. */
  tokens: number
  /** Quota to be held. */
  amount: number
  /** Answers that upstreams make in the background for the caller; absent = they do not count. */
  running?: RunningAnswers | undefined
  /** The request ID of a call that submits a task. */
  taskRequestId?: string | undefined
}

/** Of the account, and of the API token. */
export interface RunningAnswers {
  account: number
  token: number
}
