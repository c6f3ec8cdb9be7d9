import type { AdminApi } from '../admin-api.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { createRatioSync } from './service.ts'

export function mountRatioSyncRoutes(api: AdminApi, deps: AdminDependencies): void {
  const ratioSync = createRatioSync(deps)
  api.route('GET /api/ratio_sync/channels', () => ({ data: ratioSync.channels() }))
  api.route('POST /api/ratio_sync/fetch', async ({ body, raw }) => ({ data: await ratioSync.compare(body, raw) }))
}
