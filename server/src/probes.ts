import type { AdminRouter } from './admin/admin-api.ts'
import { isLoopback } from './platform/client-address.ts'
import type { Config } from './platform/config.ts'
import type { Metrics } from './platform/metrics.ts'
import { isEqualSecret } from './platform/secret-box.ts'
import type { WorkerSlot } from './platform/worker-slot.ts'
import type { Services } from './services.ts'

export interface ProbeDependencies extends Services<'state' | 'ledger' | 'clock' | 'config'> {
  metrics: Metrics
  /** The number of this worker among several; null = this process is the only one on its port. */
  slot: Pick<WorkerSlot, 'number' | 'count' | 'serving'> | null
  /** Whether the database answers. Never throws. */
  isDatabaseReachable(): Promise<boolean>
  /** True once the process has received the signal to stop. */
  isDraining(): boolean
}

/** Endpoints for operators: alive, ready, metrics. */
export function mountProbes(router: AdminRouter, deps: ProbeDependencies): void {
  router.get('/healthz', (c) => c.text('ok\n'))

  router.get('/readyz', async (c) => {
    const checks = {
      serving: !deps.isDraining(),
      database: await deps.isDatabaseReachable(),
      ledger: deps.ledger.isHealthy(),
    }
    const isReady = Object.values(checks).every(Boolean)
    const snapshotAgeSeconds = Math.round((deps.clock.now() - deps.state.current().loadedAt) / 1000)
    const { slot } = deps
    return c.json(
      {
        ready: isReady,
        checks,
        snapshot_age_seconds: snapshotAgeSeconds,
        ...(slot && {
          worker: slot.number,
          workers: slot.count,
          workers_serving: slot.serving,
        }),
      },
      isReady ? 200 : 503,
    )
  })

  router.get('/metrics', async (c) => {
    if (!mayReadMetrics(deps.config, c.req.raw, c.env.ip)) return c.text('forbidden\n', 403)
    return c.body(await deps.metrics.text(), 200, { 'content-type': deps.metrics.contentType })
  })
}

/** If a token is set, only the token counts: behind a proxy on this machine every caller has a loopback address. */
function mayReadMetrics({ METRICS_TOKEN }: Config, request: Request, ip: string): boolean {
  if (METRICS_TOKEN === '') return isLoopback(ip) && !request.headers.has('x-forwarded-for')
  return isEqualSecret(request.headers.get('authorization') ?? '', `Bearer ${METRICS_TOKEN}`)
}
