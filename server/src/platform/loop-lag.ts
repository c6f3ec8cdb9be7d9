import type { Clock } from './clock.ts'
import { createHistogram } from './histogram.ts'
import type { Family } from './metrics.ts'

const intervalMs = 100
const boundsSeconds = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5]

interface LoopLag {
  family: Family
  close(): void
}

/** Measures ten times a second how late the event loop runs a timer. */
export function watchLoopLag(
  { monotonic }: Pick<Clock, 'monotonic'>,
  every: (ms: number, run: () => void) => () => void = onInterval,
): LoopLag {
  const histogram = createHistogram(boundsSeconds)
  let dueAt = monotonic() + intervalMs
  const close = every(intervalMs, () => {
    const now = monotonic()
    histogram.add(Math.max(0, now - dueAt) / 1_000)
    dueAt = now + intervalMs
  })
  const name = 'sluice_event_loop_lag_seconds'
  return {
    family: {
      name,
      help: 'Seconds by which the event loop ran a timer late.',
      type: 'histogram',
      read: () => histogram.samples(name, {}),
    },
    close,
  }
}

function onInterval(ms: number, run: () => void): () => void {
  const timer = setInterval(run, ms)
  timer.unref()
  return () => clearInterval(timer)
}
