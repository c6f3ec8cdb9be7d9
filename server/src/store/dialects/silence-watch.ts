/** A statement older than this leads to a probe. */
export const probeAfterMs = 1_000
/** How long a probe waits for the connection, and for its answer. */
export const probeTimeoutMs = 1_000

/** A connection that waits for an answer. */
interface Waiting {
  /** Closes the connection, which fails the statement. */
  close(): void
}

export interface SilenceWatch {
  /** Reports a statement that was sent. Call the result once it is answered or has failed. */
  sent(waiting: Waiting): () => void
}

interface Settings {
  /** Whether the server answers on a connection of its own, within a bound of its own. Never rejects. */
  probe(): Promise<boolean>
  /** How long a statement may take before the server is probed. */
  afterMs: number
}

/**
 * Finds a database server that is silent: its machine is gone or the network drops packets, so no connection is closed and
 * no statement is answered. A statement may rightly take long, for example while it waits for a lock. Therefore a slow one is
 * no evidence; the server is probed, and only an unanswered probe closes the connections that were waiting before it.
 */
export function createSilenceWatch({ probe, afterMs }: Settings): SilenceWatch {
  const waiting = new Map<Waiting, number>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let isProbing = false

  function arm(ms: number): void {
    if (timer === undefined) timer = setTimeout(look, ms)
  }

  function look(): void {
    timer = undefined
    if (isProbing || waiting.size === 0) return
    const now = performance.now()
    // Insertion order is the order of sending.
    const [oldest = now] = waiting.values()
    const left = oldest + afterMs - now
    if (left > 0) {
      arm(left)
      return
    }
    isProbing = true
    void probe().then((answers) => {
      isProbing = false
      if (!answers) for (const [one, since] of [...waiting]) if (since <= now) one.close()
      if (waiting.size > 0) arm(afterMs)
    })
  }

  return {
    sent(one) {
      waiting.set(one, performance.now())
      arm(afterMs)
      return () => {
        waiting.delete(one)
      }
    },
  }
}
