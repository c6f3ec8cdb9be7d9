import {
  applyDefaultPrices,
  defaultPriceKeys,
  oidcEndpoints,
  optionBatchMax,
  optionEntry,
  optionValueWrite,
  optionWrite,
  priceDifference,
  unpricedRequest,
  unsetModel,
} from '@sluice/contract/option'
import { z } from 'zod'
import { parseOutboundAllow } from '../../platform/outbound/address-policy.ts'
import { createGuardedFetch } from '../../platform/outbound/guarded-fetch.ts'
import type { AdminApi } from '../admin-api.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { discoverOidc, discoveryLimits } from './discover-oidc.ts'
import { listOptions } from './list-options.ts'
import { diffPrices, withDefaultPrices } from './price-defaults.ts'
import { unpricedAmong, unsetModels } from './unset-models.ts'
import { changeOptions, writeOptions } from './write-options.ts'

const writeBody = optionWrite.extend({ value: optionValueWrite })

/** A list of words may hold a million characters. */
const bodyBytesMax = 4_194_304

const changedKeys = z.object({ changed: z.array(z.string()) })

export function mountOptionRoutes(api: AdminApi, deps: AdminDependencies): void {
  mountOptions(api, deps)
  mountPrices(api, deps)
  mountDiscovery(api, deps)
}

function mountOptions(api: AdminApi, deps: AdminDependencies): void {
  api.route(
    'GET /api/option/',
    {
      summary: 'All options but secrets; beside them, which secrets are set and who may write what',
      data: z.array(optionEntry),
    },
    () => ({ ...listOptions(deps.state.current().options) }),
  )
  api.route(
    'PUT /api/option/',
    { summary: 'Changes one option', body: writeBody, invalid: 'invalid_request', bodyBytesMax },
    async ({ body, caller, audit }) => {
      await writeOptions(deps, caller, [body], audit)
      return {}
    },
  )
  api.route(
    'PUT /api/option/batch',
    {
      summary: 'Changes several options, all or none',
      body: z.object({ options: z.array(writeBody).min(1).max(optionBatchMax) }),
      data: changedKeys,
      invalid: 'invalid_request',
      bodyBytesMax,
    },
    async ({ body, caller, audit }) => ({
      data: { changed: await writeOptions(deps, caller, body.options, audit) },
    }),
  )
}

function mountPrices(api: AdminApi, deps: AdminDependencies): void {
  const options = () => deps.state.current().options
  api.route(
    'POST /api/option/rest_model_ratio',
    {
      summary: 'Puts default price tables back: ModelRatio, or those named',
      body: z.object({ keys: z.array(z.enum(defaultPriceKeys)).min(1).default(['ModelRatio']) }),
      data: changedKeys,
    },
    async ({ body, audit }) => {
      const changes = new Map(body.keys.map((key) => [key, 'default'] as const))
      const changed = await changeOptions(deps, { action: 'option.reset', changesOf: () => changes, audit })
      return { message: 'The default prices are back.', data: { changed } }
    },
  )
  api.route(
    'GET /api/option/default_prices_diff',
    {
      summary: 'Models whose prices are not the default ones, for those that have default prices',
      data: z.array(priceDifference),
    },
    () => ({ data: diffPrices(options()) }),
  )
  api.route(
    'POST /api/option/apply_default_prices',
    {
      summary: 'Gives models their default prices, in all tables or those named',
      body: applyDefaultPrices,
      data: changedKeys,
    },
    async ({ body, audit }) => {
      const changesOf = (current: Parameters<typeof withDefaultPrices>[0]) =>
        withDefaultPrices(current, body.models, body.tables)
      const changed = await changeOptions(deps, { action: 'option.apply_defaults', changesOf, audit })
      return { data: { changed } }
    },
  )
  api.route(
    'GET /api/option/unset_models',
    {
      summary: 'Enabled models with neither a price nor a ratio, and the channels that offer them',
      data: z.array(unsetModel),
    },
    () => ({ data: unsetModels(deps.state.current(), deps.clock.now()) }),
  )
  api.route(
    'POST /api/option/unpriced_models',
    {
      summary: 'Those of the named models that have neither a price nor a ratio',
      body: unpricedRequest,
      data: z.array(z.string()),
    },
    ({ body }) => ({ data: unpricedAmong([...new Set(body.models)], deps.state.current().options) }),
  )
}

function mountDiscovery(api: AdminApi, { config }: AdminDependencies): void {
  const fetchGuarded = createGuardedFetch({
    exceptions: parseOutboundAllow(config.OUTBOUND_ALLOW),
    ...discoveryLimits,
  })
  api.route(
    'POST /api/option/oidc_discovery',
    {
      summary: 'Reads the endpoints from the discovery document of an OpenID Connect provider',
      body: z.object({
        url: z
          .string()
          .trim()
          .max(2_048)
          .regex(/^https?:\/\//i, 'must start with http:// or https://'),
      }),
      data: oidcEndpoints,
    },
    async ({ body, raw }) => ({ data: await discoverOidc(fetchGuarded, body.url, raw.signal) }),
  )
}
