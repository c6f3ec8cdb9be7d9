/** Limits the streams that are read to their end after the client has left, to learn the upstream's usage. */
export interface DrainLimit {
  /** The time for one stream; null = not now (switched off, or too many). Call `leave` when it is over. */
  enter(): number | null
  leave(): void
}

const drainsMax = 50

/** `policy` is the setting ON_CLIENT_GONE: `cancel`, or `drain:<seconds>`. */
export function createDrainLimit(policy: string): DrainLimit {
  const seconds = policy.startsWith('drain:') ? Number(policy.slice('drain:'.length)) : 0
  let running = 0
  return {
    enter() {
      if (seconds <= 0 || running >= drainsMax) return null
      running++
      return seconds * 1_000
    },
    leave() {
      running--
    },
  }
}
