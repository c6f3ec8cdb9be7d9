import type { AdminApi } from '../admin-api.ts'
import type { ModelCardService } from './card-service.ts'

export function mountModelCardRoutes(api: AdminApi, cards: ModelCardService): void {
  api.route('GET /api/models/', async ({ query }) => ({ data: await cards.list(query) }))
  api.route('GET /api/models/search', async ({ query }) => ({ data: await cards.list(query) }))
  api.route('GET /api/models/missing', async () => ({ data: await cards.missing() }))
  api.route('GET /api/models/:id', async ({ params }) => ({ data: await cards.read(params.id) }))
  api.route('POST /api/models/', async ({ body, audit }) => ({ data: await cards.create(body, audit) }))
  api.route('PUT /api/models/', async ({ body, query, audit }) => ({
    data: await cards.update(body, { statusOnly: query.status_only !== '', audit }),
  }))
  api.route('DELETE /api/models/:id', async ({ params, audit }) => {
    await cards.remove(params.id, audit)
    return {}
  })
}
