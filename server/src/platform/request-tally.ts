import type { MetricObjectWithValues, MetricValue } from 'prom-client'

/** Requests and the time they took, by area and status class. */
export interface RequestTally {
  add(area: string, status: number, seconds: number): void
  /** In the form that the registry needs for a counter and a histogram. */
  requests(): MetricObjectWithValues<MetricValue<string>>['values']
  durations(): MetricObjectWithValues<MetricValue<string>>['values']
}

interface Line {
  labels: { area: string; status: string }
  /** One for each bound; slower requests are only in `count`. */
  within: number[]
  count: number
  seconds: number
}

/**
 * Only additions while calls run; the rest is calculated when metrics are read. prom-client's own counter and histogram
 * look up their labels by text for every count, which takes more than a microsecond a call.
 */
export function createRequestTally(name: string, boundsSeconds: readonly number[]): RequestTally {
  const lines = new Map<string, (Line | undefined)[]>()

  function lineOf(area: string, status: number): Line {
    const classes = lines.get(area) ?? []
    const known = classes[Math.floor(status / 100)]
    if (known) return known
    const labels = { area, status: `${Math.floor(status / 100)}xx` }
    const line = { labels, within: boundsSeconds.map(() => 0), count: 0, seconds: 0 }
    classes[Math.floor(status / 100)] = line
    lines.set(area, classes)
    return line
  }

  const all = () => [...lines.values()].flat().filter((line) => line !== undefined)

  return {
    add(area, status, seconds) {
      const line = lineOf(area, status)
      line.count++
      line.seconds += seconds
      for (
        let index = boundsSeconds.length - 1;
        index >= 0 && seconds <= (boundsSeconds[index] ?? 0);
        index--
      ) {
        line.within[index] = (line.within[index] ?? 0) + 1
      }
    },
    requests: () => all().map(({ labels, count }) => ({ labels, value: count })),
    durations: () =>
      all().flatMap(({ labels, within, count, seconds }) => [
        ...boundsSeconds.map((bound, index) => ({
          labels: { le: String(bound), ...labels },
          value: within[index] ?? 0,
          metricName: `${name}_bucket`,
        })),
        { labels: { le: '+Inf', ...labels }, value: count, metricName: `${name}_bucket` },
        { labels, value: seconds, metricName: `${name}_sum` },
        { labels, value: count, metricName: `${name}_count` },
      ]),
  }
}
