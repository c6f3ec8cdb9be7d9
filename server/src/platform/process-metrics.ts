import { readdirSync } from 'node:fs'
import type { Metrics } from './metrics.ts'

/** Adds what Prometheus clients report of a process, under the usual names, and the version. */
export function addProcessMetrics(
  metrics: Metrics,
  { version, startedAt, openFilesMax }: { version: string; startedAt: number; openFilesMax: number },
): void {
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
  if (Number.isFinite(openFilesMax)) {
    metrics.gauge('process_open_fds', 'Open files.', () => readdirSync('/proc/self/fd').length)
    metrics.gauge('process_max_fds', 'Limit on open files.', () => openFilesMax)
  }
  metrics.add({
    name: 'sluice_build_info',
    help: 'Always 1; the label is the version.',
    type: 'gauge',
    read: () => [{ labels: { version }, value: 1 }],
  })
}
