import type { Clock } from './clock.ts'

/** A clock that a test moves. */
export function createManualClock(start = 1_700_000_000_000): Clock & { advance(ms: number): void } {
  let passed = 0
  return {
    now: () => start + passed,
    monotonic: () => passed,
    advance(ms) {
      passed += ms
    },
  }
}
