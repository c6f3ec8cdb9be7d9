import { expect, test } from 'bun:test'
import type { ReadableSpan, SpanProcessor } from '@opentelemetry/sdk-trace'
import { createSpanQueue } from './span-queue.ts'

const spanWith = (traceFlags: number) => ({ spanContext: () => ({ traceFlags }) }) as unknown as ReadableSpan

test('spans beyond the bound are dropped and counted until others have left', () => {
  const queue = createSpanQueue(2)
  const taken: ReadableSpan[] = []
  const inner: SpanProcessor = {
    onStart: () => {},
    onEnd: (span) => taken.push(span),
    forceFlush: () => Promise.resolve(),
    shutdown: () => Promise.resolve(),
  }
  const processor = queue.inFrontOf(inner)
  const counts = () => Object.fromEntries(queue.samples().map(({ labels, value }) => [labels.result, value]))
  for (let count = 0; count < 5; count++) processor.onEnd(spanWith(1))
  processor.onEnd(spanWith(0))
  expect(taken).toHaveLength(2)
  expect(counts()).toEqual({ sent: 0, failed: 0, dropped: 3 })
  queue.exported(1, true)
  queue.exported(1, false)
  processor.onEnd(spanWith(1))
  expect(taken).toHaveLength(3)
  expect(counts()).toEqual({ sent: 1, failed: 1, dropped: 3 })
})
