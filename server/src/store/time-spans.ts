import { setImmediate } from 'node:timers/promises'

/** From `fromAt` up to, not including, `untilAt`; milliseconds. */
export interface Span {
  fromAt: number
  untilAt: number
}

/** Rows that one statement reads, in some milliseconds. */
export const rowsPerSpan = 20_000

/**
 * `whole` in spans of about `rowsPerSpan` rows, newest first, with other work in between: a statement of the embedded
 * database blocks the process, so one statement must not read millions of rows. `startOf` returns the start of the last
 * `rowsPerSpan` rows of a span; null if it has fewer rows.
 */
export async function* timeSpans(whole: Span, startOf: (span: Span) => Promise<number | null>): AsyncGenerator<Span> {
  let { untilAt } = whole
  for (;;) {
    const start = await startOf({ fromAt: whole.fromAt, untilAt })
    yield { fromAt: start ?? whole.fromAt, untilAt }
    if (start === null) return
    untilAt = start
    await setImmediate()
  }
}
