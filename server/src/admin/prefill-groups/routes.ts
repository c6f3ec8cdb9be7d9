import type { AdminApi } from '../admin-api.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { createPrefillGroupService } from './service.ts'

export function mountPrefillGroupRoutes(api: AdminApi, deps: AdminDependencies): void {
  const service = createPrefillGroupService(deps)
  api.route('GET /api/prefill_group/', async ({ query }) => ({ data: await service.list(query.type) }))
  api.route('POST /api/prefill_group/', async ({ body, audit }) => ({
    data: await service.create(body, audit),
  }))
  api.route('PUT /api/prefill_group/', async ({ body, audit }) => ({
    data: await service.update(body, audit),
  }))
  api.route('DELETE /api/prefill_group/:id', async ({ params, audit }) => {
    await service.remove(params.id, audit)
    return {}
  })
}
