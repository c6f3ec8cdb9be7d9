import type { Metrics } from '../platform/metrics.ts'
import type { Store } from './open-database.ts'

/** Adds the use of the database's connections. */
export function addStoreMetrics(metrics: Metrics, { connections }: Store, poolMax: number): void {
  metrics.gauge('sluice_database_connections_in_use', 'Connections that queries use.', () => connections.inUse)
  metrics.gauge('sluice_database_connections_waiting', 'Queries that wait for a connection.', () => connections.waiting)
  metrics.gauge('sluice_database_connections_max', 'Connections that may be open.', () => poolMax)
}
