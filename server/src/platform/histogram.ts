/** A line of the metrics. `metricName` is set if it differs from the name of the family. */
export interface Sample {
  labels: Record<string, string>
  value: number
  metricName?: string
}

/** How many values are within each bound, and their sum. */
export interface Histogram {
  add(value: number): void
  /** The lines of a family with this name, all with these labels. */
  samples(name: string, labels: Record<string, string>): Sample[]
}

/**
 * Adds numbers only while calls run; the lines are built when metrics are read. prom-client's own histogram looks up
 * its labels by text for every value, which takes more than a microsecond. `bounds` ascend.
 */
export function createHistogram(bounds: readonly number[]): Histogram {
  /** The values between a bound and the one before it; the last one has the values above all bounds. */
  const counts = new Array<number>(bounds.length + 1).fill(0)
  let sum = 0
  return {
    add(value) {
      let index = 0
      while (index < bounds.length && value > (bounds[index] ?? 0)) index++
      counts[index] = (counts[index] ?? 0) + 1
      sum += value
    },
    samples(name, labels) {
      let count = 0
      const buckets = counts.map((own, index) => {
        count += own
        const le = index < bounds.length ? String(bounds[index]) : '+Inf'
        return { labels: { le, ...labels }, value: count, metricName: `${name}_bucket` }
      })
      return [
        ...buckets,
        { labels, value: sum, metricName: `${name}_sum` },
        { labels, value: count, metricName: `${name}_count` },
      ]
    },
  }
}
