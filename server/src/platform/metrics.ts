import { Counter, Gauge, Histogram, Registry } from 'prom-client'

export interface Metrics {
  /** `area` is one of a handful of names, never a path. */
  countRequest(area: 'relay' | 'console' | 'page', status: number, seconds: number): void
  gauge(name: string, help: string, read: () => number): void
  text(): Promise<string>
  readonly contentType: string
}

export function createMetrics(): Metrics {
  const registry = new Registry()
  const labelNames = ['area', 'status'] as const
  const requests = new Counter({
    name: 'sluice_http_requests_total',
    help: 'Requests answered, by area and status class.',
    labelNames,
    registers: [registry],
  })
  const duration = new Histogram({
    name: 'sluice_http_request_seconds',
    help: 'Seconds until the head of the answer, by area and status class.',
    labelNames,
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10, 60],
    registers: [registry],
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
    countRequest(area, status, seconds) {
      const labels = { area, status: `${Math.floor(status / 100)}xx` }
      requests.inc(labels)
      duration.observe(labels, seconds)
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  }
}
