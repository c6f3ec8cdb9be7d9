/** Streams that are read on although their client has left, to learn what the upstream charges. */
export interface DrainGate {
  /** How long one may go on; null = not now (switched off, or too many already). Call `leave` when it is over. */
  enter(): number | null
  leave(): void
}

const drainsMax = 50

/** `policy` is the setting ON_CLIENT_GONE: `cancel`, or `drain:<seconds>`. */
export function createDrainGate(policy: string): DrainGate {
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
