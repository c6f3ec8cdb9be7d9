import type { Config } from '../../platform/config.ts'
import type { Log } from '../../platform/log.ts'
import { parseOtlpHeaders } from '../../platform/tracing/parse-headers.ts'

/** Null if traces are off: OpenTelemetry is then not loaded. */
export async function openTracing(config: Config, { log, version }: { log: Log; version: string }) {
  if (config.OTEL_EXPORTER_OTLP_ENDPOINT === '') return null
  const [{ startTracing }, { createCallTracer }] = await Promise.all([
    import('../../platform/tracing/start-tracing.ts'),
    import('./trace-calls.ts'),
  ])
  const tracing = startTracing(
    {
      endpoint: config.OTEL_EXPORTER_OTLP_ENDPOINT,
      headers: parseOtlpHeaders(config.OTEL_EXPORTER_OTLP_HEADERS),
      serviceName: config.OTEL_SERVICE_NAME,
      version,
      ratio: config.OTEL_TRACES_SAMPLER_ARG,
    },
    log,
  )
  return { ...tracing, calls: createCallTracer(tracing.tracer) }
}
