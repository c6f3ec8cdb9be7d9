import type { GatewayError } from '../../core/errors.ts'
import type { CallLimits, ChannelNeeds, LimitedChannel } from '../call/call-limits.ts'
import type { RouteChoice } from '../routing/route.ts'
import { fullError } from '../routing/route-errors.ts'

interface Choice extends Pick<RouteChoice, 'visit'> {
  channel: LimitedChannel
}

interface LimitedCall {
  limits: Pick<CallLimits, 'useChannel'>
  /** For the refusal. */
  model: string
  group: string
  needs: () => ChannelNeeds
}

export interface CapacityFinder<C extends Choice> {
  /**
   * The next choice whose channel is below its limits; null = none is left. The call is counted against them. A promise
   * only where a channel has limits.
   */
  next(): C | null | Promise<C | null>
  /** Counts the call against the limits of this channel. Returns false, and counts nothing, if one is reached. */
  count(choice: C): boolean | Promise<boolean>
  /** The channels that were skipped because a limit is reached. */
  readonly full: readonly number[]
  /** The refusal for these channels; null = there were none. */
  readonly refusal: GatewayError | null
}

/** Finds a channel below its limits among the choices of `next`. The visits of skipped choices are ended. */
export const createCapacityFinder = <C extends Choice>(next: () => C | null, call: LimitedCall): CapacityFinder<C> =>
  new FinderWithinLimits(next, call)

const none: readonly number[] = []

class FinderWithinLimits<C extends Choice> implements CapacityFinder<C> {
  readonly #nextChoice: () => C | null
  readonly #call: LimitedCall
  /** The wait at each channel that was skipped; null = none was. */
  #waitSeconds: Map<number, number> | null = null

  constructor(nextChoice: () => C | null, call: LimitedCall) {
    this.#nextChoice = nextChoice
    this.#call = call
  }

  get full(): readonly number[] {
    return this.#waitSeconds ? [...this.#waitSeconds.keys()] : none
  }

  get refusal(): GatewayError | null {
    if (!this.#waitSeconds) return null
    const { model, group } = this.#call
    return fullError({ model, group }, Math.min(...this.#waitSeconds.values()))
  }

  next(): C | null | Promise<C | null> {
    for (let choice = this.#nextChoice(); choice; choice = this.#nextChoice()) {
      const counted = this.#waitSeconds?.has(choice.channel.id) ? false : this.count(choice)
      if (counted instanceof Promise) return this.#nextAfter(choice, counted)
      if (counted) return choice
      choice.visit.cancelled()
    }
    return null
  }

  async #nextAfter(choice: C, counting: Promise<boolean>): Promise<C | null> {
    if (await counting) return choice
    choice.visit.cancelled()
    return this.next()
  }

  count({ channel }: C): boolean | Promise<boolean> {
    const { limits, needs } = this.#call
    const using = limits.useChannel(channel, needs())
    if (using === null) return true
    return using.then((refusal) => {
      if (refusal === null) return true
      this.#waitSeconds ??= new Map()
      this.#waitSeconds.set(channel.id, refusal.retryAfterSeconds ?? 1)
      return false
    })
  }
}
