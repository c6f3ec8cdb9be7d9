import { readdirSync } from 'node:fs'
import type { Metrics } from './metrics.ts'
import { nodeFamily } from './node-figures.ts'
import { nodeName } from './node-name.ts'

/** Adds what Prometheus clients report of a process, under the usual names, and the version. */
export function addProcessMetrics(
  metrics: Metrics,
  { version, startedAt, openFilesMax }: { version: string; startedAt: number; openFilesMax: number },
): void {
  metrics.add({
    name: nodeFamily,
    help: 'Always 1; the label is the name of the process in the console.',
    type: 'gauge',
    read: () => [{ labels: { node: nodeName }, value: 1 }],
  })
  metrics.gauge('process_resident_memory_bytes', 'Resident memory.', () => process.memoryUsage.rss())
  metrics.add({
    name: 'process_cpu_seconds_total',
    help: 'Processor time used, user and system.',
    type: 'counter',
    read() {
      const { user, system } = process.cpuUsage()
      return [{ labels: {}, value: (user + system) / 1e6 }]
    },
  })
  metrics.gauge('process_start_time_seconds', 'Start of the process.', () => startedAt / 1_000)
  // Only Linux reports both.
  const isKnown = Number.isFinite(openFilesMax)
  metrics.add({
    name: 'process_open_fds',
    help: 'Open files.',
    type: 'gauge',
    read: () => (isKnown ? [{ labels: {}, value: readdirSync('/proc/self/fd').length }] : []),
  })
  metrics.add({
    name: 'process_max_fds',
    help: 'Limit on open files.',
    type: 'gauge',
    read: () => (isKnown ? [{ labels: {}, value: openFilesMax }] : []),
  })
  metrics.add({
    name: 'sluice_build_info',
    help: 'Always 1; the label is the version.',
    type: 'gauge',
    read: () => [{ labels: { version }, value: 1 }],
  })
}
