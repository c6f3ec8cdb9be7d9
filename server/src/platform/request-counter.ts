import { createHistogram, type Histogram, type Sample } from './histogram.ts'

/** Requests and the time they took, by area and status class. */
interface RequestCounter {
  add(area: string, status: number, seconds: number): void
  requests(): Sample[]
  durations(): Sample[]
}

interface Line {
  labels: { area: string; status: string }
  count: number
  times: Histogram
}

/** `name` is that of the family of times. */
export function createRequestCounter(name: string, boundsSeconds: readonly number[]): RequestCounter {
  const lines = new Map<string, (Line | undefined)[]>()

  function lineOf(area: string, status: number): Line {
    const classes = lines.get(area) ?? []
    const known = classes[Math.floor(status / 100)]
    if (known) return known
    const labels = { area, status: `${Math.floor(status / 100)}xx` }
    const line = { labels, count: 0, times: createHistogram(boundsSeconds) }
    classes[Math.floor(status / 100)] = line
    lines.set(area, classes)
    return line
  }

  const all = () => [...lines.values()].flat().filter((line) => line !== undefined)

  return {
    add(area, status, seconds) {
      const line = lineOf(area, status)
      line.count++
      line.times.add(seconds)
    },
    requests: () => all().map(({ labels, count }) => ({ labels, value: count })),
    durations: () => all().flatMap(({ labels, times }) => times.samples(name, labels)),
  }
}
