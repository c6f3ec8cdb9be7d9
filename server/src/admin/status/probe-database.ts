import { GatewayError } from '../../core/errors.ts'
import type { AdminDependencies } from '../dependencies.ts'

const probeEveryMs = 10_000

/** Whether the database answers, checked at most once in ten seconds. Throws storage_unavailable. */
export function createDatabaseProbe({
  clock,
  isDatabaseReachable,
}: Pick<AdminDependencies, 'clock' | 'isDatabaseReachable'>): () => Promise<void> {
  let probe: { at: number; isReachable: Promise<boolean> } | null = null
  return async () => {
    const now = clock.monotonic()
    if (probe === null || now - probe.at >= probeEveryMs) probe = { at: now, isReachable: isDatabaseReachable() }
    if (!(await probe.isReachable)) throw new GatewayError('storage_unavailable', {}, { retryAfterSeconds: 5 })
  }
}
