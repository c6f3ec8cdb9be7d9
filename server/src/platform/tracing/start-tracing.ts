import type { Tracer } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Logger } from 'pino'
import type { Sample } from '../histogram.ts'
import { createSpanQueue } from './span-queue.ts'

interface TracingSettings {
  /** Base address of the collector. */
  endpoint: string
  headers: Record<string, string>
  serviceName: string
  version: string
  /** Share of traces that are recorded, from 0 to 1. */
  ratio: number
}

interface Tracing {
  tracer: Tracer
  /** Spans since the start, by result. */
  spans(): Sample[]
  /** Sends waiting spans, for at most two seconds. */
  close(): Promise<void>
}

const queueMax = 2_048
const batchMax = 256
const exportMs = 5_000
const closeMs = 2_000

/**
 * Sends spans to a collector by OTLP over HTTP, in batches and in the background. The file is loaded only if tracing is
 * enabled. The share also applies to traces of clients, so that a client cannot request that everything is recorded.
 */
export function startTracing(settings: TracingSettings, log: Pick<Logger, 'warn' | 'info'>): Tracing {
  const { endpoint, headers, serviceName, version, ratio } = settings
  const otlp = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
    headers,
    timeoutMillis: exportMs,
    concurrencyLimit: 1,
  })
  const queue = createSpanQueue(queueMax)
  const processor = new BatchSpanProcessor({
    exporter: reporting(otlp, queue.exported, log),
    maxQueueSize: queueMax,
    maxExportBatchSize: batchMax,
    exportTimeoutMillis: 2 * exportMs,
    scheduledDelayMillis: 1_000,
  })
  const share = new TraceIdRatioBasedSampler(ratio)
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName, 'service.version': version }),
    sampler: new ParentBasedSampler({ root: share, remoteParentSampled: share }),
    spanProcessors: [queue.inFrontOf(processor)],
  })
  return {
    tracer: provider.getTracer('sluice', version),
    spans: queue.samples,
    async close() {
      const stopped = provider.shutdown().catch(() => undefined)
      await Promise.race([stopped, Bun.sleep(closeMs)])
    },
  }
}

/** Logs when a collector stops answering, and when it answers again; not for every batch. */
function reporting(
  inner: SpanExporter,
  exported: (count: number, isSent: boolean) => void,
  log: Pick<Logger, 'warn' | 'info'>,
): SpanExporter {
  let isFailing = false
  return {
    export(spans, done) {
      inner.export(spans, (result) => {
        const isSent = result.code === 0
        exported(spans.length, isSent)
        if (!isSent && !isFailing)
          log.warn({ error: result.error?.message }, 'spans cannot be sent to the collector; calls continue')
        if (isSent && isFailing) log.info('spans are sent to the collector again')
        isFailing = !isSent
        done(result)
      })
    },
    shutdown: () => inner.shutdown(),
    forceFlush: () => inner.forceFlush?.() ?? Promise.resolve(),
  }
}
