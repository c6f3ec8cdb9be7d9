import type { AdminApi } from '../admin-api.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { ownInviteCode, transferEarnings } from './service.ts'

export function mountInvitationRoutes(api: AdminApi, deps: AdminDependencies): void {
  api.route('GET /api/user/aff', async ({ caller }) => ({ data: await ownInviteCode(deps, caller.id) }))
  api.route('POST /api/user/aff_transfer', async ({ caller, body, requestId }) => {
    await transferEarnings(deps, { userId: caller.id, amount: body.quota, requestId })
    return { message: 'Transferred to your balance' }
  })
}
