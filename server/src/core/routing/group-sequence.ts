import { GatewayError } from '../errors.ts'

/** Why a group cannot take a call that another group may take, the most useful reason for the caller first. */
const reasons = [
  'provider_overloaded',
  'no_available_channel',
  'get_playground_channel_failed',
  'prompt_too_long',
  'model_hidden',
  'call_not_offered',
  'model_not_found',
  // No channel of the group can store files or batches.
  'api_not_implemented',
]

/** The groups of a call in order, each tried at most once. */
export interface GroupSequence<T> {
  /** The first of the groups left that can take the call. Throws GatewayError where none can. */
  next(): T
  readonly isExhausted: boolean
}

/** `enter` throws GatewayError where its group cannot take the call. `groups` is not empty. */
export const createGroupSequence = <T>(groups: readonly string[], enter: (group: string) => T): GroupSequence<T> =>
  new GroupsInOrder(groups, enter)

class GroupsInOrder<T> implements GroupSequence<T> {
  readonly #groups: readonly string[]
  readonly #enter: (group: string) => T
  #index = 0

  constructor(groups: readonly string[], enter: (group: string) => T) {
    this.#groups = groups
    this.#enter = enter
  }

  get isExhausted(): boolean {
    return this.#index >= this.#groups.length
  }

  next(): T {
    let refusal: GatewayError | null = null
    for (;;) {
      const group = this.#groups[this.#index++]
      if (group === undefined) throw refusal ?? new Error('no group is left')
      try {
        return this.#enter(group)
      } catch (cause) {
        if (!(cause instanceof GatewayError) || !reasons.includes(cause.code)) throw cause
        refusal = refusal === null ? cause : moreUseful(refusal, cause)
      }
    }
  }
}

/** The next group that can take the call; null where none of the groups left can. */
export function enterNext<T>(groups: GroupSequence<T>): T | null {
  try {
    return groups.next()
  } catch (cause) {
    if (cause instanceof GatewayError) return null
    throw cause
  }
}

/** Of two equal reasons the one with the shorter wait. */
function moreUseful(one: GatewayError, other: GatewayError): GatewayError {
  const byReason = reasons.indexOf(one.code) - reasons.indexOf(other.code)
  if (byReason !== 0) return byReason < 0 ? one : other
  return (other.retryAfterSeconds ?? Infinity) < (one.retryAfterSeconds ?? Infinity) ? other : one
}
