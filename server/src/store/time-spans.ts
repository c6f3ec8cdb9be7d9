import { setImmediate } from 'node:timers/promises'

/** From `fromAt` up to, not including, `untilAt`; milliseconds. */
export interface Span {
  fromAt: number
  untilAt: number
}

/** Rows one statement looks at: some milliseconds of work. */
export const rowsPerSpan = 20_000

/**
 * `whole` in spans of about `rowsPerSpan` rows, newest first, with room for other work in between: the embedded
 * database answers in one go, and a single statement over millions of rows would hold up the whole process. `startOf`
 * gives the time at which a span that ends where the given one does holds enough rows; null when all of it is less.
 */
export async function* timeSpans(
  whole: Span,
  startOf: (span: Span) => Promise<number | null>,
): AsyncGenerator<Span> {
  let { untilAt } = whole
  for (;;) {
    const start = await startOf({ fromAt: whole.fromAt, untilAt })
    yield { fromAt: start ?? whole.fromAt, untilAt }
    if (start === null) return
    untilAt = start
    await setImmediate()
  }
}
