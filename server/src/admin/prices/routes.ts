import type { AdminApi } from '../admin-api.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { createPriceService } from './service.ts'

export function mountPriceSheetRoutes(api: AdminApi, deps: AdminDependencies): void {
  const service = createPriceService(deps)
  api.route('GET /api/prices/', async ({ raw }) => ({ data: await service.readSheet(raw.signal) }))
}
