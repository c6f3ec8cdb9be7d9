import { parseOutboundAllow } from '../../platform/outbound/address-policy.ts'
import { createGuardedFetch } from '../../platform/outbound/guarded-fetch.ts'
import { unpricedAmong, unsetModels } from '../../state/unset-models.ts'
import type { AdminApi } from '../admin-api.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { discoverOidc, discoveryLimits } from './discover-oidc.ts'
import { listOptions } from './list-options.ts'
import { diffPrices, withDefaultPrices } from './price-defaults.ts'
import { changeOptions, writeOptions } from './write-options.ts'

export function mountOptionRoutes(api: AdminApi, deps: AdminDependencies): void {
  mountOptions(api, deps)
  mountPrices(api, deps)
  mountDiscovery(api, deps)
}

function mountOptions(api: AdminApi, deps: AdminDependencies): void {
  api.route('GET /api/option/', () => ({ ...listOptions(deps.state.current().options) }))
  api.route('PUT /api/option/', async ({ body, caller, audit }) => {
    await writeOptions(deps, caller, [body], audit)
    return {}
  })
  api.route('PUT /api/option/batch', async ({ body, caller, audit }) => ({
    data: { changed: await writeOptions(deps, caller, body.options, audit) },
  }))
}

function mountPrices(api: AdminApi, deps: AdminDependencies): void {
  const options = () => deps.state.current().options
  api.route('POST /api/option/rest_model_ratio', async ({ body, audit }) => {
    const changes = new Map(body.keys.map((key) => [key, 'default'] as const))
    const changed = await changeOptions(deps, { action: 'option.reset', changesOf: () => changes, audit })
    return { message: 'The default prices are restored.', data: { changed } }
  })
  api.route('GET /api/option/default_prices_diff', () => ({ data: diffPrices(options()) }))
  api.route('POST /api/option/apply_default_prices', async ({ body, audit }) => {
    const changesOf = (current: Parameters<typeof withDefaultPrices>[0]) =>
      withDefaultPrices(current, body.models, body.tables)
    const changed = await changeOptions(deps, { action: 'option.apply_defaults', changesOf, audit })
    return { data: { changed } }
  })
  api.route('GET /api/option/unset_models', () => ({
    data: unsetModels(deps.state.current(), deps.clock.now()),
  }))
  api.route('POST /api/option/unpriced_models', ({ body }) => ({
    data: unpricedAmong([...new Set(body.models)], deps.state.current().options),
  }))
}

function mountDiscovery(api: AdminApi, { config }: AdminDependencies): void {
  const fetchGuarded = createGuardedFetch({
    exceptions: parseOutboundAllow(config.OUTBOUND_ALLOW),
    ...discoveryLimits,
  })
  api.route('POST /api/option/oidc_discovery', async ({ body, raw }) => ({
    data: await discoverOidc(fetchGuarded, body.url, raw.signal),
  }))
}
