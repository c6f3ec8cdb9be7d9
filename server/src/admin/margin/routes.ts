import type { AdminApi } from '../admin-api.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { createMarginService } from './service.ts'

export function mountMarginRoutes(api: AdminApi, deps: AdminDependencies): void {
  const service = createMarginService(deps)
  api.route('GET /api/margin/', async ({ query, raw }) => ({ data: await service.report(query, raw.signal) }))
}
