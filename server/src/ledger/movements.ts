/** The summed changes of a batch: one update for each user, token and channel. */
export class Movements {
  readonly users = new Map<number, UserMovement>()
  readonly tokens = new Map<number, TokenMovement>()
  /** Channel id to the amount charged through it. */
  readonly channels = new Map<number, number>()

  /** Takes `amount` from user and token (negative: returns it). */
  hold(userId: number, tokenId: number | null, amount: number): void {
    this.user(userId).quota -= amount
    if (tokenId !== null) this.token(tokenId).remain -= amount
  }

  /** Turns `held` into `charge` and counts the request, unless the charge is a later part of one. */
  charge(settled: Settled): void {
    const { userId, tokenId, channelId, held, charge, at, client, isPart } = settled
    const user = this.user(userId)
    user.quota += held - charge
    user.used += charge
    if (!isPart) user.requests += 1
    if (tokenId !== null) {
      const token = this.token(tokenId)
      token.remain += held - charge
      token.used += charge
      if (at > token.accessedAt) token.accessedAt = at
      if (client !== '') token.client = client
    }
    this.#addToChannel(channelId, charge)
  }

  #addToChannel(id: number, charge: number): void {
    if (charge !== 0) this.channels.set(id, (this.channels.get(id) ?? 0) + charge)
  }

  /** Takes `amount` more for a call that was charged before (negative: returns it). */
  correct(userId: number, place: { tokenId: number | null; channelId: number }, amount: number): void {
    this.user(userId).quota -= amount
    this.reverseCharge(userId, place, -amount)
  }

  /** Returns `amount` of a charge to the token, and corrects the totals. */
  reverseCharge(
    userId: number,
    { tokenId, channelId }: { tokenId: number | null; channelId: number },
    amount: number,
  ): void {
    this.user(userId).used -= amount
    if (tokenId !== null) {
      const token = this.token(tokenId)
      token.remain += amount
      token.used -= amount
    }
    this.#addToChannel(channelId, -amount)
  }

  user(id: number): UserMovement {
    const known = this.users.get(id)
    if (known) return known
    const user = { quota: 0, used: 0, requests: 0, invitations: 0 }
    this.users.set(id, user)
    return user
  }

  token(id: number): TokenMovement {
    const known = this.tokens.get(id)
    if (known) return known
    const token = { remain: 0, used: 0, granted: 0, accessedAt: 0, client: '' }
    this.tokens.set(id, token)
    return token
  }
}

export interface UserMovement {
  quota: number
  used: number
  requests: number
  /** Invitation earnings that were turned into quota, ≤ 0. */
  invitations: number
}

export interface TokenMovement {
  remain: number
  used: number
  granted: number
  /** 0 = not used. */
  accessedAt: number
  /** Of the last call; '' = unknown: the known one stays. */
  client: string
}

interface Settled {
  userId: number
  tokenId: number | null
  channelId: number
  held: number
  charge: number
  at: number
  client: string
  /** The request was counted with another charge. */
  isPart: boolean
}

/** Ascending, so that two writers lock rows in the same order. */
export const inIdOrder = <T>(map: Map<number, T>): [number, T][] => [...map].sort(([a], [b]) => a - b)
