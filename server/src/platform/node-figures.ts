import type { NodeFigures } from '@sluice/contract/system'
import type { Reading } from './reading.ts'

/** The family that names the process: see `nodeName`. */
export const nodeFamily = 'sluice_node_info'

/** What a process reports of itself, from its metrics; null = they name no process. */
export function readNodeFigures(readings: readonly Reading[]): { name: string; figures: NodeFigures } | null {
  const samplesOf = (family: string) => readings.find(({ name }) => name === family)?.values ?? []
  const firstOf = (family: string) => samplesOf(family)[0]?.value
  const name = samplesOf(nodeFamily)[0]?.labels.node
  if (name === undefined) return null
  const leaseAge = firstOf('sluice_ledger_lease_age_seconds')
  return {
    name,
    figures: {
      version: samplesOf('sluice_build_info')[0]?.labels.version ?? '',
      memory_bytes: firstOf('process_resident_memory_bytes') ?? 0,
      loop_delay_ms: Math.round((firstOf('sluice_event_loop_lag_longest_seconds') ?? 0) * 1_000),
      calls: firstOf('sluice_calls_in_flight') ?? 0,
      ledger_waiting: firstOf('sluice_ledger_waiting_operations') ?? 0,
      lease_age_ms: leaseAge === undefined ? null : Math.round(leaseAge * 1_000),
      connections_in_use: firstOf('sluice_database_connections_in_use') ?? 0,
      connections_max: firstOf('sluice_database_connections_max') ?? 0,
      queries_waiting: firstOf('sluice_database_connections_waiting') ?? 0,
    },
  }
}
