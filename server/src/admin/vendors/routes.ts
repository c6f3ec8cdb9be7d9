import type { vendorSearchQuery } from '@sluice/contract/routes/catalogue'
import type { z } from 'zod'
import type { AdminApi } from '../admin-api.ts'
import { pagedList } from '../answer.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { parsePage } from '../paging.ts'
import { createVendorService } from './service.ts'

/** Vendors of the models in the list of prices. */
export function mountVendorRoutes(api: AdminApi, deps: AdminDependencies): void {
  const service = createVendorService(deps)

  async function answerList(query: z.output<typeof vendorSearchQuery>) {
    const page = parsePage(query)
    return pagedList(await service.list(query.keyword, page), page)
  }

  api.route('GET /api/vendors/', ({ query }) => answerList({ ...query, keyword: '' }))
  api.route('GET /api/vendors/search', ({ query }) => answerList(query))
  api.route('GET /api/vendors/:id', async ({ params }) => ({ data: await service.read(params.id) }))
  api.route('POST /api/vendors/', async ({ body, audit }) => ({ data: await service.create(body, audit) }))
  api.route('PUT /api/vendors/', async ({ body: { id, ...changes }, audit }) => ({
    data: await service.update(id, changes, audit),
  }))
  api.route('DELETE /api/vendors/:id', async ({ params, audit }) => {
    await service.remove(params.id, audit)
    return {}
  })
}
