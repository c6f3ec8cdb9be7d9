import { requireOwnerNow } from '../../identity/require-owner.ts'
import type { AdminApi } from '../admin-api.ts'
import type { AdminDependencies } from '../dependencies.ts'
import type { TokenService } from './service.ts'

/** Whole keys, for their owner: a session proves it by a recent sign-in. */
export function mountTokenKeyRoutes(api: AdminApi, deps: AdminDependencies, service: TokenService): void {
  api.route('POST /api/token/:id/key', async ({ caller, params }) => {
    requireOwnerNow(deps, caller)
    return { data: { key: await service.revealKey(caller, params.id) } }
  })
  api.route('POST /api/token/batch/keys', async ({ caller, body }) => {
    requireOwnerNow(deps, caller)
    return { data: { keys: await service.revealKeys(caller, body.ids) } }
  })
}
