import type { AdminApi } from '../admin-api.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { createRatioConfigReader } from './service.ts'

export function mountRatioConfigRoutes(api: AdminApi, deps: AdminDependencies): void {
  const readRatioConfig = createRatioConfigReader(deps)
  api.route('GET /api/ratio_config', () => ({ data: readRatioConfig() }))
}
