import { providers } from '../../providers/index.ts'
import type { AdminApi } from '../admin-api.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { mountModelCardRoutes } from './card-routes.ts'
import { createModelCardService } from './card-service.ts'
import { ownModels } from './own-models.ts'

export function mountModelRoutes(api: AdminApi, deps: AdminDependencies): void {
  const cards = createModelCardService(deps)
  api.route('GET /api/models', () => ({
    data: Object.fromEntries(providers.map(({ type, models }) => [String(type), [...models]])),
  }))
  mountModelCardRoutes(api, cards)
  api.route('GET /api/user/models', ({ caller, query }) => ({ data: ownModels(deps, caller, query.group) }))
  api.route('GET /api/user/self/models', ({ caller, query }) => ({
    data: ownModels(deps, caller, query.group),
  }))
}
