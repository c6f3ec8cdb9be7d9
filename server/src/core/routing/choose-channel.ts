/** The properties of a channel that the choice depends on. */
export interface RouteCandidate {
  readonly id: number
  readonly priority: number
  readonly weight: number
}

/** Added to every weight, so that a channel of weight 0 still takes part. */
const baseWeight = 10

/**
 * The next channel to try: of the highest priority that has a candidate left, chosen at random by weight. `random` is
 * from 0 (included) to 1 (excluded). Undefined when none is left.
 */
export function chooseChannel<T extends RouteCandidate>(
  candidates: readonly T[],
  random: number,
): T | undefined {
  if (candidates.length <= 1) return candidates[0]
  let priority = Number.NEGATIVE_INFINITY
  let total = 0
  for (const candidate of candidates) {
    if (candidate.priority > priority) {
      priority = candidate.priority
      total = 0
    }
    if (candidate.priority === priority) total += candidate.weight + baseWeight
  }
  let left = random * total
  let last: T | undefined
  for (const candidate of candidates) {
    if (candidate.priority !== priority) continue
    last = candidate
    left -= candidate.weight + baseWeight
    if (left < 0) return candidate
  }
  return last
}
