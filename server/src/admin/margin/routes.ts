import type { AdminApi } from '../admin-api.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { reportCaches } from './cache-report.ts'
import { countPromptParts } from './prompt-parts.ts'
import { createMarginService } from './service.ts'

export function mountMarginRoutes(api: AdminApi, deps: AdminDependencies): void {
  const service = createMarginService(deps)
  api.route('GET /api/margin/', async ({ query, raw }) => ({ data: await service.report(query, raw.signal) }))
  api.route('GET /api/margin/cache', async ({ query, raw }) => ({ data: await reportCaches(deps, query, raw.signal) }))
  api.route('GET /api/margin/cache/parts', async ({ query, raw }) => ({
    data: await countPromptParts(deps, query, raw.signal),
  }))
}
