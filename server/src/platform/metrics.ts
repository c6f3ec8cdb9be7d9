import { type Metric, Registry } from 'prom-client'
import type { Sample } from './histogram.ts'
import type { Reading } from './reading.ts'
import { createRequestCounter } from './request-counter.ts'
import type { WorkerSlot } from './worker-slot.ts'

export interface Family extends Omit<Reading, 'values'> {
  /** The lines now. Called for each reading, never for a call. */
  read(): Sample[]
}

export interface Metrics {
  /** `area` is one of a few names, never a path. */
  countRequest(area: 'relay' | 'console' | 'page', status: number, seconds: number): void
  add(family: Family): void
  /** A single number without labels. */
  gauge(name: string, help: string, read: () => number): void
  text(): Promise<string>
  /** Of this process. */
  ownReadings(): Reading[]
  /** Of each worker of this host by its number; without workers those of this process as 1. */
  readings(): Promise<ReadonlyMap<number, readonly Reading[]>>
  readonly contentType: string
}

/**
 * No value is stored: each family is computed when the metrics are read. A worker answers for all workers of its host,
 * because a scrape reaches any one of them.
 */
export function createMetrics(slot: WorkerSlot | null = null): Metrics {
  const families: Family[] = []
  const durationName = 'sluice_http_request_seconds'
  const requestCounter = createRequestCounter(durationName, [0.005, 0.02, 0.1, 0.5, 2, 10, 60])
  const add = (family: Family) => void families.push(family)
  const readings = () => families.map(({ read, ...about }): Reading => ({ ...about, values: read() }))
  add({
    name: 'sluice_http_requests_total',
    help: 'Requests answered, by area and status class.',
    type: 'counter',
    read: () => requestCounter.requests(),
  })
  add({
    name: durationName,
    help: 'Seconds until the head of the answer, by area and status class.',
    type: 'histogram',
    read: () => requestCounter.durations(),
  })
  slot?.answerWith(readings)
  return {
    add,
    gauge: (name, help, read) => add({ name, help, type: 'gauge', read: () => [{ labels: {}, value: read() }] }),
    countRequest: (area, status, seconds) => requestCounter.add(area, status, seconds),
    text: async () => render(slot ? joinWorkers(await slot.collect(), slot.count) : readings()),
    ownReadings: readings,
    readings: async () => (slot ? await slot.collect() : new Map([[1, readings()]])),
    contentType: new Registry().contentType,
  }
}

/** The families of all workers, with the label `worker`. `sluice_worker_up` is 0 for a worker without an answer. */
export function joinWorkers(byWorker: ReadonlyMap<number, readonly Reading[]>, count: number): Reading[] {
  const joined = new Map<string, Reading>()
  for (const [worker, readings] of byWorker)
    for (const { values, ...about } of readings) {
      const family = joined.get(about.name) ?? { ...about, values: [] }
      for (const { labels, ...rest } of values)
        family.values.push({ ...rest, labels: { ...labels, worker: String(worker) } })
      joined.set(about.name, family)
    }
  const up = Array.from({ length: count }, (_, index) => ({
    labels: { worker: String(index + 1) },
    value: byWorker.has(index + 1) ? 1 : 0,
  }))
  const help = 'Whether the worker answered this reading; only with --workers.'
  return [{ name: 'sluice_worker_up', help, type: 'gauge', values: up }, ...joined.values()]
}

function render(readings: readonly Reading[]): Promise<string> {
  const registry = new Registry()
  for (const { values, ...about } of readings) {
    const metric = { ...about, get: async () => ({ ...about, aggregator: 'sum', values }) }
    // The registry only reads these fields; its type is the class of its own metrics.
    registry.registerMetric(metric as unknown as Metric)
  }
  return registry.metrics()
}
