import { apiTokenKey, apiTokenKeys, apiTokenKeysRequest } from '@sluice/contract/api-token'
import { idParams } from '@sluice/contract/route'
import type { AdminApi } from '../admin-api.ts'
import type { TokenService } from './service.ts'

/** Newer clients ask for own keys where they need them. */
export function mountTokenKeyRoutes(api: AdminApi, service: TokenService): void {
  api.route(
    'POST /api/token/:id/key',
    { summary: 'Reads the key of an own token', params: idParams, data: apiTokenKey },
    async ({ caller, params }) => ({ data: { key: await service.keyOf(caller, params.id) } }),
  )
  api.route(
    'POST /api/token/batch/keys',
    {
      summary: 'Reads the keys of own tokens; those of others are left out',
      body: apiTokenKeysRequest,
      data: apiTokenKeys,
    },
    async ({ caller, body }) => ({ data: { keys: await service.keysOf(caller, body.ids) } }),
  )
}
