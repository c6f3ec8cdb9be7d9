import type { AdminApi } from '../admin-api.ts'
import type { TokenService } from './service.ts'

export function mountTokenKeyRoutes(api: AdminApi, service: TokenService): void {
  api.route('POST /api/token/:id/key', async ({ caller, params }) => ({
    data: { key: await service.revealKey(caller, params.id) },
  }))
  api.route('POST /api/token/batch/keys', async ({ caller, body }) => ({
    data: { keys: await service.revealKeys(caller, body.ids) },
  }))
}
