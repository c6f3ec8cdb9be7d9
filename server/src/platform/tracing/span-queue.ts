import type { SpanProcessor } from '@opentelemetry/sdk-trace'
import type { Sample } from '../histogram.ts'

interface SpanQueue {
  /** `processor` with a bounded number of waiting spans. */
  inFrontOf(processor: SpanProcessor): SpanProcessor
  exported(count: number, isSent: boolean): void
  samples(): Sample[]
}

const isSampled = 1

/**
 * Limits the spans that wait for a collector, including the running export, and counts sent, failed and dropped ones.
 */
export function createSpanQueue(waitingMax: number): SpanQueue {
  const counts = { sent: 0, failed: 0, dropped: 0 }
  let waiting = 0
  return {
    inFrontOf: (processor) => ({
      onStart: (span, parent) => processor.onStart(span, parent),
      onEnd(span) {
        if ((span.spanContext().traceFlags & isSampled) === 0) return
        if (waiting >= waitingMax) counts.dropped++
        else {
          waiting++
          processor.onEnd(span)
        }
      },
      forceFlush: () => processor.forceFlush(),
      shutdown: () => processor.shutdown(),
    }),
    exported(count, isSent) {
      waiting -= count
      counts[isSent ? 'sent' : 'failed'] += count
    },
    samples: () => Object.entries(counts).map(([result, value]) => ({ labels: { result }, value })),
  }
}
