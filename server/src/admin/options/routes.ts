import { optionEntry } from '@sluice/contract/option'
import { z } from 'zod'
import type { AdminApi } from '../admin-api.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { listOptions, resetModelRatio, writeOption } from './service.ts'

/** Clients send booleans and numbers as they are; an option is always text. */
const optionWrite = z.object({
  key: optionEntry.shape.key,
  value: z.union([optionEntry.shape.value, z.boolean(), z.number()]).transform(String),
})

export function mountOptionRoutes(api: AdminApi, deps: AdminDependencies): void {
  api.route('GET /api/option/', { summary: 'All options but secrets', data: z.array(optionEntry) }, () => ({
    data: listOptions(deps.state.current().options),
  }))

  api.route(
    'PUT /api/option/',
    { summary: 'Changes one option', body: optionWrite, invalid: 'invalid_request' },
    async ({ body, caller, audit }) => {
      await writeOption(deps, caller, body, audit)
      return {}
    },
  )

  api.route(
    'POST /api/option/rest_model_ratio',
    { summary: 'Puts the default model ratios back' },
    async ({ audit }) => {
      await resetModelRatio(deps, audit)
      return {}
    },
  )
}
