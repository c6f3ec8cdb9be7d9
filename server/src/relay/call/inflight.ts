import { GatewayError } from '../../core/errors.ts'

export interface InflightLimits {
  callsMax: number
  /** 0 = no limit. */
  callsPerUserMax: number
  bodyBytesMax: number
}

/**
 * Counts what runs now, so that overload is refused instead of slowing every call. The function that a method
 * returns gives the slot or the memory back; further calls of it have no effect.
 */
export interface Inflight {
  /** Takes a slot. Throws 503 when the server is full. */
  enter(): () => void
  /** Throws 429 when the user has too many running calls. */
  enterUser(userId: number): () => void
  /** Reserves memory for a body. Throws 503 when the total is too large. */
  holdBytes(bytes: number): () => void
  readonly calls: number
}

/** The guards against a second call are written out: a shared one would be one more function for each slot. */
export function createInflight(limits: InflightLimits): Inflight {
  let calls = 0
  let bytesHeld = 0
  const byUser = new Map<number, number>()

  return {
    get calls() {
      return calls
    },
    enter() {
      if (calls >= limits.callsMax) throw new GatewayError('server_overloaded', {}, { retryAfterSeconds: 1 })
      calls++
      let isHeld = true
      return () => {
        if (isHeld) calls--
        isHeld = false
      }
    },
    enterUser(userId) {
      const running = byUser.get(userId) ?? 0
      if (limits.callsPerUserMax > 0 && running >= limits.callsPerUserMax) {
        throw new GatewayError('too_many_concurrent_calls', {}, { retryAfterSeconds: 1 })
      }
      byUser.set(userId, running + 1)
      let isHeld = true
      return () => {
        if (!isHeld) return
        isHeld = false
        const left = (byUser.get(userId) ?? 1) - 1
        if (left > 0) byUser.set(userId, left)
        else byUser.delete(userId)
      }
    },
    holdBytes(bytes) {
      if (bytesHeld + bytes > limits.bodyBytesMax) {
        throw new GatewayError('server_overloaded', {}, { retryAfterSeconds: 1 })
      }
      bytesHeld += bytes
      let isHeld = true
      return () => {
        if (isHeld) bytesHeld -= bytes
        isHeld = false
      }
    },
  }
}
