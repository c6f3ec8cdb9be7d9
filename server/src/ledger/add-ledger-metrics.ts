import type { Metrics } from '../platform/metrics.ts'
import type { Ledger } from './ledger.ts'

/** Adds the state of this process's ledger. */
export function addLedgerMetrics(metrics: Metrics, ledger: Pick<Ledger, 'figures' | 'isHealthy'>): void {
  metrics.gauge('sluice_ledger_healthy', '1 = the ledger can write.', () => (ledger.isHealthy() ? 1 : 0))
  metrics.gauge(
    'sluice_ledger_waiting_operations',
    'Operations that are not in the database yet.',
    () => ledger.figures().waiting,
  )
  metrics.gauge(
    'sluice_ledger_open_holds',
    'Holds that are neither settled nor released.',
    () => ledger.figures().openHolds,
  )
  metrics.add({
    name: 'sluice_ledger_lease_age_seconds',
    help: 'Seconds since the lease of this process was renewed. Absent on the embedded database, which has none.',
    type: 'gauge',
    read() {
      const { leaseAgeMs } = ledger.figures()
      return leaseAgeMs === null ? [] : [{ labels: {}, value: leaseAgeMs / 1_000 }]
    },
  })
}
