/** Sums over the last minute. `latencyOf` and `speedOf` derive the means. */
export interface WindowSums {
  calls: number
  /** Failures that say something about the health of the channel. */
  failures: number
  /** Refusals of the key or its account, and errors of the channel's settings. */
  refusals: number
  /** Answers with status 200 that could not be used, also those of `failures`. */
  broken: number
  /** Milliseconds until answers began, and the number of those answers. */
  latencyMs: number
  answers: number
  /** Tokens of answers, and the milliseconds in which they came. */
  tokens: number
  tokenMs: number
}

export interface RollingWindow {
  add(now: number, what: Partial<WindowSums>): void
  sums(now: number): WindowSums
  clear(): void
}

const spanMs = 10_000
const spans = 6
/** The time that a window covers, to the accuracy of one span. */
export const windowMs = spanMs * spans

const fields = ['calls', 'failures', 'refusals', 'broken', 'latencyMs', 'answers', 'tokens', 'tokenMs'] as const

export const noSums = (): WindowSums => ({
  calls: 0,
  failures: 0,
  refusals: 0,
  broken: 0,
  latencyMs: 0,
  answers: 0,
  tokens: 0,
  tokenMs: 0,
})

/** Sums over six spans of ten seconds, in constant space. `now` is monotonic. */
export function createRollingWindow(): RollingWindow {
  const cells = new Float64Array(spans * fields.length)
  /** Number of the newest span; the ones before it are valid as far as the window reaches. */
  let newest = Number.NEGATIVE_INFINITY

  function moveTo(now: number): void {
    const span = Math.floor(now / spanMs)
    if (span <= newest) return
    for (let next = Math.max(newest + 1, span - spans + 1); next <= span; next++) {
      const from = placeOf(next)
      cells.fill(0, from, from + fields.length)
    }
    newest = span
  }

  return {
    add(now, what) {
      moveTo(now)
      const from = placeOf(newest)
      // Called for every attempt, so only the given fields are changed.
      for (let index = 0; index < fields.length; index++) {
        const value = what[fieldAt(index)]
        if (value !== undefined) cells[from + index] = (cells[from + index] ?? 0) + value
      }
    },
    sums(now) {
      moveTo(now)
      const sums = noSums()
      for (let at = 0; at < cells.length; at++) sums[fieldAt(at)] += cells[at] ?? 0
      return sums
    },
    clear() {
      cells.fill(0)
    },
  }
}

const placeOf = (span: number): number => (span % spans) * fields.length
const fieldAt = (at: number) => fields[at % fields.length] ?? 'calls'

export function addSums(to: WindowSums, more: WindowSums): void {
  for (const field of fields) to[field] += more[field]
}

/** Null where nothing was measured. */
export const latencyOf = ({ latencyMs, answers }: WindowSums): number | null =>
  answers === 0 ? null : latencyMs / answers

/** Tokens a second of one answer; null where nothing was measured. */
export const speedOf = ({ tokens, tokenMs }: WindowSums): number | null =>
  tokenMs === 0 ? null : (tokens * 1_000) / tokenMs
