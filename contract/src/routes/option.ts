import { z } from 'zod'
import {
  applyDefaultPrices,
  defaultPriceKeys,
  oidcEndpoints,
  optionBatchMax,
  optionEntry,
  optionListExtra,
  optionOrigins,
  optionValueWrite,
  optionWrite,
  priceDifference,
  unpricedRequest,
  unsetModel,
} from '../option.ts'
import { formed } from '../reason-of-issue.ts'
import { route } from '../route.ts'

const writeBody = optionWrite.extend({ value: optionValueWrite })
/** A list of words may hold a million characters. */
const bodyBytesMax = 4_194_304
const changedKeys = z.object({ changed: z.array(z.string()) })

export const optionRoutes = {
  'GET /api/option/': route({
    access: 'admin',
    summary:
      'All options except secrets, with the secrets that are set and the options that only the super administrator may write',
    data: z.array(optionEntry),
    beside: optionListExtra,
  }),
  'GET /api/option/origins': route({
    access: 'admin',
    summary: 'Who changed which option last, and the settings of the environment beside the options',
    data: optionOrigins,
  }),
  'PUT /api/option/': route({
    access: 'admin',
    inDemo: true,
    summary: 'Changes one option',
    body: writeBody,
    invalid: 'invalid_request',
    bodyBytesMax,
    errors: ['demo_site', 'option_conflict', 'option_invalid', 'option_unknown'],
  }),
  'PUT /api/option/batch': route({
    access: 'admin',
    summary: 'Changes several options, all or none',
    body: z.object({ options: z.array(writeBody).min(1).max(optionBatchMax) }),
    data: changedKeys,
    invalid: 'invalid_request',
    bodyBytesMax,
    errors: ['demo_site', 'option_conflict', 'option_invalid', 'option_unknown'],
  }),
  'POST /api/option/check': route({
    access: 'admin',
    summary: 'Checks changes of options like the batch, without writing them: an error is what the write would answer',
    body: z.object({ options: z.array(writeBody).min(1).max(optionBatchMax) }),
    invalid: 'invalid_request',
    bodyBytesMax,
    errors: ['demo_site', 'option_conflict', 'option_invalid', 'option_unknown'],
  }),
  'POST /api/option/rest_model_ratio': route({
    access: 'admin',
    summary: 'Resets price tables to their defaults: ModelRatio, or the named ones',
    body: z.object({ keys: z.array(z.enum(defaultPriceKeys)).min(1).default(['ModelRatio']) }),
    data: changedKeys,
    errors: ['option_invalid'],
  }),
  'GET /api/option/default_prices_diff': route({
    access: 'admin',
    summary: 'Models whose prices differ from their default prices',
    data: z.array(priceDifference),
  }),
  'POST /api/option/apply_default_prices': route({
    access: 'admin',
    summary: 'Sets the default prices of models, in all tables or the named ones',
    body: applyDefaultPrices,
    data: changedKeys,
    errors: ['option_invalid'],
  }),
  'GET /api/option/unset_models': route({
    access: 'admin',
    summary: 'Enabled models with neither a price nor a ratio, and the channels that offer them',
    data: z.array(unsetModel),
  }),
  'POST /api/option/unpriced_models': route({
    access: 'admin',
    inDemo: true,
    summary: 'Those of the named models that have neither a price nor a ratio',
    body: unpricedRequest,
    data: z.array(z.string()),
  }),
  'POST /api/option/oidc_discovery': route({
    access: 'root',
    summary: 'Reads the endpoints from the discovery document of an OpenID Connect provider',
    body: z.object({
      url: formed(z.string().trim().max(2_048), /^https?:\/\//i, 'mustBeWebAddress'),
    }),
    data: oidcEndpoints,
    errors: ['oidc_discovery_failed'],
  }),
}
