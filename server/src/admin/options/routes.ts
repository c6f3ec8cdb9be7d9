import { hasRight } from '@sluice/contract/admin-rights'
import type { AdminApi } from '../admin-api.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { writeOptions } from '../write-options.ts'
import { createOptionService } from './service.ts'

export function mountOptionRoutes(api: AdminApi, deps: AdminDependencies): void {
  const service = createOptionService(deps)
  api.route('GET /api/option/', ({ caller }) => ({ ...service.list(hasRight(caller, 'setting.write')) }))
  api.route('GET /api/option/origins', async ({ caller }) => ({ data: await service.origins(caller) }))
  api.route('PUT /api/option/', async ({ body, caller, audit }) => {
    await writeOptions(deps, caller, [body], audit)
    return {}
  })
  api.route('PUT /api/option/batch', async ({ body, caller, audit }) => ({
    data: { changed: await writeOptions(deps, caller, body.options, audit) },
  }))
  api.route('POST /api/option/check', async ({ body, caller }) => {
    await writeOptions(deps, caller, body.options, null)
    return {}
  })
  api.route('POST /api/option/rest_model_ratio', async ({ body, caller, audit }) => ({
    message: 'The default prices are restored.',
    data: { changed: await service.restorePrices(body.keys, caller, audit) },
  }))
  api.route('GET /api/option/default_prices_diff', () => ({ data: service.diffDefaultPrices() }))
  api.route('POST /api/option/apply_default_prices', async ({ body, caller, audit }) => ({
    data: { changed: await service.applyDefaultPrices(body, caller, audit) },
  }))
  api.route('GET /api/option/unset_models', () => ({ data: service.listUnsetModels() }))
  api.route('POST /api/option/unpriced_models', ({ body }) => ({ data: service.listUnpriced(body.models) }))
  api.route('POST /api/option/oidc_discovery', async ({ body, raw }) => ({
    data: await service.discoverOidc(body.url, raw.signal),
  }))
}
