import { Gauge, type Metric, Registry } from 'prom-client'
import { createRequestTally, type RequestTally } from './request-tally.ts'

export interface Metrics {
  /** `area` is one of a handful of names, never a path. */
  countRequest(area: 'relay' | 'console' | 'page', status: number, seconds: number): void
  gauge(name: string, help: string, read: () => number): void
  /** Counts by the values of one label. */
  counter(name: string, help: string, from: { label: string; read: () => ReadonlyMap<string, number> }): void
  text(): Promise<string>
  readonly contentType: string
}

export function createMetrics(): Metrics {
  const registry = new Registry()
  const durationName = 'sluice_http_request_seconds'
  const tally = createRequestTally(durationName, [0.005, 0.02, 0.1, 0.5, 2, 10, 60])
  registerRead(registry, {
    name: 'sluice_http_requests_total',
    help: 'Requests answered, by area and status class.',
    type: 'counter',
    read: () => tally.requests(),
  })
  registerRead(registry, {
    name: durationName,
    help: 'Seconds until the head of the answer, by area and status class.',
    type: 'histogram',
    read: () => tally.durations(),
  })
  const gauge: Metrics['gauge'] = (name, help, read) => {
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read())
      },
    })
  }
  gauge('process_resident_memory_bytes', 'Resident memory.', () => process.memoryUsage.rss())
  gauge('process_cpu_seconds', 'Processor time used, user and system.', () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6
  })
  return {
    gauge,
    counter: (name, help, { label, read }) =>
      registerRead(registry, {
        ...{ name, help, type: 'counter' },
        read: () => [...read()].map(([value, count]) => ({ labels: { [label]: value }, value: count })),
      }),
    countRequest: (area, status, seconds) => tally.add(area, status, seconds),
    text: () => registry.metrics(),
    contentType: registry.contentType,
  }
}

/** A metric that is computed when it is read. The registry only needs its `get`. */
function registerRead(
  registry: Registry,
  {
    read,
    ...about
  }: { name: string; help: string; type: 'counter' | 'histogram'; read: RequestTally['requests'] },
): void {
  const metric = { ...about, get: async () => ({ ...about, aggregator: 'sum', values: read() }) }
  // The registry only reads these fields; its type is the class of its own metrics.
  registry.registerMetric(metric as unknown as Metric)
}
