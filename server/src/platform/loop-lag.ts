import type { Clock } from './clock.ts'
import { createHistogram } from './histogram.ts'
import type { Family } from './metrics.ts'

const intervalMs = 100
const boundsSeconds = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5]

/** The longest delay of the running and the last of these spans is reported. */
const spanMs = 60_000

interface LoopLag {
  families: readonly Family[]
  close(): void
}

/** Measures ten times a second how late the event loop runs a timer. */
export function watchLoopLag(
  { monotonic }: Pick<Clock, 'monotonic'>,
  every: (ms: number, run: () => void) => () => void = onInterval,
): LoopLag {
  const histogram = createHistogram(boundsSeconds)
  let longest = { before: 0, now: 0, untilAt: monotonic() + spanMs }
  let dueAt = monotonic() + intervalMs
  const close = every(intervalMs, () => {
    const now = monotonic()
    const late = Math.max(0, now - dueAt) / 1_000
    histogram.add(late)
    if (now > longest.untilAt) longest = { before: longest.now, now: 0, untilAt: now + spanMs }
    longest.now = Math.max(longest.now, late)
    dueAt = now + intervalMs
  })
  const name = 'sluice_event_loop_lag_seconds'
  return {
    families: [
      {
        name,
        help: 'Seconds by which the event loop ran a timer late.',
        type: 'histogram',
        read: () => histogram.samples(name, {}),
      },
      {
        name: 'sluice_event_loop_lag_longest_seconds',
        help: 'The longest such delay of the last one to two minutes.',
        type: 'gauge',
        read: () => [{ labels: {}, value: Math.max(longest.before, longest.now) }],
      },
    ],
    close,
  }
}

function onInterval(ms: number, run: () => void): () => void {
  const timer = setInterval(run, ms)
  timer.unref()
  return () => clearInterval(timer)
}
