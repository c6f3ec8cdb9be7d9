import type { AdminApi } from '../admin-api.ts'
import { pagedList } from '../answer.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { parsePage } from '../paging.ts'
import { createPriceSourceService } from './service.ts'

/** Price lists from outside, and what they propose. */
export function mountPriceSourceRoutes(api: AdminApi, deps: AdminDependencies): void {
  const service = createPriceSourceService(deps)
  const { priceProposals } = deps
  api.route('GET /api/price_source/', async () => ({ data: await service.list() }))
  api.route('POST /api/price_source/', async ({ body, audit }) => ({ data: await service.create(body, audit) }))
  api.route('PUT /api/price_source/', async ({ body: { id, ...values }, audit }) => ({
    data: await service.update(id, values, audit),
  }))
  api.route('DELETE /api/price_source/:id', async ({ params, audit }) => {
    await service.remove(params.id, audit)
    return {}
  })
  api.route('POST /api/price_source/:id/look', async ({ params, raw }) => ({
    data: await priceProposals.look(params.id, raw.signal),
  }))
  api.route('POST /api/price_source/:id/file', async ({ params, body }) => ({
    data: await priceProposals.readFile(params.id, body.text),
  }))
  api.route('GET /api/price_proposal/', async ({ query }) => {
    const page = parsePage(query)
    return pagedList(await service.listProposals(query, page), page)
  })
  api.route('POST /api/price_proposal/accept', async ({ body, caller, audit }) => ({
    data: await priceProposals.accept(body, { actor: caller, audit }),
  }))
  api.route('POST /api/price_proposal/ignore', async ({ body, audit }) => ({
    data: await priceProposals.ignore(body, audit),
  }))
}
