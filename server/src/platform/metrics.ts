import { type Metric, Registry } from 'prom-client'
import type { Sample } from './histogram.ts'
import { createRequestTally } from './request-tally.ts'

export interface Family {
  /** A histogram's lines are `<name>_bucket`, `<name>_sum` and `<name>_count`. */
  name: string
  help: string
  type: 'gauge' | 'counter' | 'histogram'
  /** The lines now. Called for each reading, never for a call. */
  read(): Sample[]
}

export interface Metrics {
  /** `area` is one of a handful of names, never a path. */
  countRequest(area: 'relay' | 'console' | 'page', status: number, seconds: number): void
  add(family: Family): void
  /** A single number without labels. */
  gauge(name: string, help: string, read: () => number): void
  text(): Promise<string>
  readonly contentType: string
}

/** Nothing has a value of its own: each family is computed when the metrics are read. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  const durationName = 'sluice_http_request_seconds'
  const tally = createRequestTally(durationName, [0.005, 0.02, 0.1, 0.5, 2, 10, 60])
  const add: Metrics['add'] = ({ read, ...about }) => {
    const metric = { ...about, get: async () => ({ ...about, aggregator: 'sum', values: read() }) }
    // The registry only reads these fields; its type is the class of its own metrics.
    registry.registerMetric(metric as unknown as Metric)
  }
  add({
    name: 'sluice_http_requests_total',
    help: 'Requests answered, by area and status class.',
    type: 'counter',
    read: () => tally.requests(),
  })
  add({
    name: durationName,
    help: 'Seconds until the head of the answer, by area and status class.',
    type: 'histogram',
    read: () => tally.durations(),
  })
  return {
    add,
    gauge: (name, help, read) =>
      add({ name, help, type: 'gauge', read: () => [{ labels: {}, value: read() }] }),
    countRequest: (area, status, seconds) => tally.add(area, status, seconds),
    text: () => registry.metrics(),
    contentType: registry.contentType,
  }
}
