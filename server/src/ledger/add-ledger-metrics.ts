import type { Metrics } from '../platform/metrics.ts'
import type { Ledger, LedgerFigures } from './ledger.ts'

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
  const addWhereLeased = (name: string, help: string, read: (figures: LedgerFigures) => number | null) =>
    metrics.add({
      name,
      help: `${help} Absent on the embedded database.`,
      type: 'gauge',
      read() {
        const value = read(ledger.figures())
        return value === null ? [] : [{ labels: {}, value }]
      },
    })
  addWhereLeased(
    'sluice_ledger_lease_age_seconds',
    'Seconds since the lease of this process was renewed.',
    ({ leaseAgeMs }) => (leaseAgeMs === null ? null : leaseAgeMs / 1_000),
  )
  addWhereLeased(
    'sluice_ledger_leased_quota',
    'Quota that this process has leased of the balances of users.',
    ({ leased }) => leased,
  )
}
