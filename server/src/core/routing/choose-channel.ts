import type { RoutingStrategy } from '@sluice/contract/routing'

/** The properties of a channel that the choice depends on. */
export interface RouteCandidate {
  readonly id: number
  readonly priority: number
  readonly weight: number
}

/** Figures that the strategies compare; null = unknown. */
interface RouteFigures<T> {
  /** The cost price of a call; unknown ones come last. */
  cost(candidate: T): number | null
  /**
   * Milliseconds until answers begin; unmeasured ones come first, so that they are measured; infinite = only failures.
   */
  latency(candidate: T): number | null
  inFlight(candidate: T): number
}

export interface RouteRule<T> {
  strategy: RoutingStrategy
  figures: RouteFigures<T>
}

/** Added to every weight, so that a channel of weight 0 can be chosen too. */
const baseWeight = 10
/** Latencies within this share of the best count as equal: a measurement varies. */
const latencyTolerance = 0.2

/**
 * The next channel to try: the candidates that the strategy of `rule` prefers, of these the ones of the highest
 * priority, and of these one at random by weight. `random` is from 0 (included) to 1 (excluded). Undefined without
 * candidates.
 */
export function chooseChannel<T extends RouteCandidate>(
  candidates: readonly T[],
  random: number,
  rule?: RouteRule<T>,
): T | undefined {
  if (candidates.length <= 1) return candidates[0]
  return drawByWeight(rule ? bestOf(candidates, rule) : candidates, random)
}

/** Each candidate with its chance of being chosen next. The chances add up to 1. */
export function computeProbabilities<T extends RouteCandidate>(
  candidates: readonly T[],
  rule?: RouteRule<T>,
): ReadonlyMap<T, number> {
  const best = rule ? bestOf(candidates, rule) : candidates
  const priority = best.reduce((highest, one) => Math.max(highest, one.priority), Number.NEGATIVE_INFINITY)
  const drawn = new Set(best.filter((one) => one.priority === priority))
  const total = [...drawn].reduce((sum, one) => sum + one.weight + baseWeight, 0)
  return new Map(candidates.map((one) => [one, drawn.has(one) ? (one.weight + baseWeight) / total : 0]))
}

function drawByWeight<T extends RouteCandidate>(candidates: readonly T[], random: number): T | undefined {
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

/** The candidates that the strategy finds equally good. */
function bestOf<T extends RouteCandidate>(candidates: readonly T[], { strategy, figures }: RouteRule<T>): readonly T[] {
  switch (strategy) {
    case 'priority':
      return candidates
    case 'cost':
      return lowest(candidates, (one) => figures.cost(one) ?? Number.POSITIVE_INFINITY, 0)
    case 'latency':
      return lowest(candidates, (one) => figures.latency(one) ?? 0, latencyTolerance)
    case 'busy':
      return lowest(candidates, (one) => figures.inFlight(one) / (one.weight + baseWeight), 0)
  }
}

function lowest<T>(candidates: readonly T[], scoreOf: (candidate: T) => number, tolerance: number): readonly T[] {
  const scores = candidates.map(scoreOf)
  const best = scores.reduce((least, score) => Math.min(least, score), Number.POSITIVE_INFINITY)
  const limit = best * (1 + tolerance)
  return candidates.filter((_, index) => (scores[index] ?? 0) <= limit)
}
