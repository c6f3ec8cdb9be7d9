/** The age of a statement that triggers a probe. */
export const probeAfterMs = 1_000
/** The time limit of a probe, for its connection and its answer. */
export const probeTimeoutMs = 1_000

/** A connection with an outstanding answer. */
interface Waiting {
  /** Closes the connection, so that the statement fails. */
  close(): void
}

export interface SilenceWatch {
  /** Registers a statement that was sent. Call the returned function once it is answered or has failed. */
  sent(waiting: Waiting): () => void
}

interface Settings {
  /** Whether the server answers on a separate connection, within its own time limit. Never rejects. */
  probe(): Promise<boolean>
  /** How long a statement may take before the server is probed. */
  afterMs: number
}

/**
 * Detects a silent database server: its machine is gone or the network drops packets, so that no connection is closed
 * and no statement is answered. A statement may legitimately take long, for example while it waits for a lock, so a
 * slow statement proves nothing. The server is probed, and only an unanswered probe closes the connections that waited
 * before it.
 */
export function createSilenceWatch({ probe, afterMs }: Settings): SilenceWatch {
  const waiting = new Map<Waiting, number>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let isProbing = false

  function arm(ms: number): void {
    if (timer === undefined) timer = setTimeout(check, ms)
  }

  function check(): void {
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
