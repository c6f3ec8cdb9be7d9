import { languageOf } from '../../platform/accepted-language.ts'
import type { AdminApi } from '../admin-api.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { createAttention } from './attention.ts'
import { createCustomers } from './customers.ts'
import { createFigures } from './figures.ts'
import { createFlow } from './flow.ts'
import { createDataService } from './service.ts'

export function mountDataRoutes(api: AdminApi, deps: AdminDependencies): void {
  const service = createDataService(deps)
  const figures = createFigures(deps)
  api.route('GET /api/data/', async ({ query, raw }) => ({
    data: await service.all(query.username, query, raw.signal),
  }))
  api.route('GET /api/data/self', async ({ caller, query, raw }) => ({
    data: await service.own(caller, query, raw.signal),
  }))
  const flow = createFlow(deps)
  api.route('GET /api/data/flow', async ({ caller, query, raw }) => ({
    data: await flow.all(caller, query, raw.signal),
  }))
  api.route('GET /api/data/flow/self', async ({ caller, query, raw }) => ({
    data: await flow.own(caller, query, raw.signal),
  }))
  api.route('GET /api/data/overview', async ({ query, raw }) => ({
    data: await figures.overview(query.username, query, raw.signal),
  }))
  api.route('GET /api/data/self/overview', async ({ caller, query, raw }) => ({
    data: await figures.ownOverview(caller.id, query, raw.signal),
  }))
  api.route('GET /api/data/errors', async ({ query, raw }) => ({
    data: await figures.errors(query.username, query, raw.signal),
  }))
  api.route('GET /api/data/self/errors', async ({ caller, query, raw }) => ({
    data: await figures.ownErrors(caller.id, query, raw.signal),
  }))
  api.route('GET /api/data/tokens', async ({ query, raw }) => ({
    data: await figures.tokens(query.username, query, raw.signal),
  }))
  api.route('GET /api/data/self/tokens', async ({ caller, query, raw }) => ({
    data: await figures.ownTokens(caller.id, query, raw.signal),
  }))
  api.route('GET /api/data/users', async ({ query, raw }) => ({
    data: await figures.users(query, raw.signal),
  }))
  const attention = createAttention(deps)
  api.route('GET /api/data/attention', async ({ caller, raw }) => ({
    data: await attention({ caller, language: languageOf(raw.headers, caller) }, raw.signal),
  }))
  const customers = createCustomers(deps)
  api.route('GET /api/data/customers', async () => ({ data: await customers() }))
  api.route('GET /api/data/channels', async ({ caller, query, raw }) => ({
    data: await figures.channels(query, languageOf(raw.headers, caller), raw.signal),
  }))
}
