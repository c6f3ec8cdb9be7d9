import { providers } from '../../providers/index.ts'
import type { AdminApi } from '../admin-api.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { createModelCardService, type ModelCardService } from './card-service.ts'
import { ownModels } from './own-models.ts'
import { ownVideoModels } from './own-video-models.ts'

export function mountModelRoutes(api: AdminApi, deps: AdminDependencies): void {
  const cards = createModelCardService(deps)
  api.route('GET /api/models', () => ({
    data: Object.fromEntries(providers.map(({ type, models }) => [String(type), [...models]])),
  }))
  mountModelCardRoutes(api, cards)
  api.route('GET /api/user/models', ({ caller, query }) => ({ data: ownModels(deps, caller, query.group) }))
  api.route('GET /api/user/video_models', ({ caller, query }) => ({
    data: ownVideoModels(deps, caller, query.group),
  }))
  api.route('GET /api/user/self/models', ({ caller, query }) => ({
    data: ownModels(deps, caller, query.group),
  }))
}

function mountModelCardRoutes(api: AdminApi, cards: ModelCardService): void {
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
