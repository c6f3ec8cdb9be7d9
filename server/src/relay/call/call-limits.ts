import type { GatewayError } from '../../core/errors.ts'
import type { OptionValues } from '../../state/option-registry.ts'
import type { Caller } from './caller.ts'
import type { RateLimits } from './rate-limit-headers.ts'

/** What one call counts against its limits, from its arrival to its end. Nothing where it has none. */
export interface CallLimits {
  /** The caller must report its use by `settled`. */
  readonly isCounting: boolean
  /** What the client may read of its tightest limits; null = none applies. */
  readonly told: RateLimits | null
  /** The same refusal was recorded within the last second: one row stands for all of them. */
  readonly isRepeated: boolean
  /**
   * Before the body is read. Throws GatewayError 429, and 403 for a group that is not the caller's. A promise only where
   * something has to be asked.
   */
  enter(caller: Caller, options: OptionValues): void | Promise<void>
  /** Before money is held. The same. */
  admit(call: AdmittedFacts): void | Promise<void>
  /** `amount` more is to be held. Answers why not. */
  extend(amount: number): Promise<GatewayError | null>
  /** The client got an answer that is no error. */
  succeeded(): void
  /** The call cost `charge` and used so many tokens. */
  settled(charge: number, tokens: number): void
  /** The call is over: gives back what it held. */
  end(): void
}

interface AdmittedFacts {
  asked: string
  routed: string
  options: OptionValues
  /** Estimate of input and output. */
  tokens: number
  /** Quota that is about to be held. */
  amount: number
}
