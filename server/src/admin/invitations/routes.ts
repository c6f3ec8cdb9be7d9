import { transferRequest } from '@sluice/contract/user'
import { z } from 'zod'
import type { AdminApi } from '../admin-api.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { ownInviteCode, transferEarnings } from './service.ts'

export function mountInvitationRoutes(api: AdminApi, deps: AdminDependencies): void {
  api.route(
    'GET /api/user/aff',
    { summary: 'The own invite code, made when first asked for', data: z.string() },
    async ({ caller }) => ({ data: await ownInviteCode(deps, caller.id) }),
  )
  api.route(
    'POST /api/user/aff_transfer',
    { summary: 'Turns earnings from invitations into balance', body: transferRequest },
    async ({ caller, body, requestId }) => {
      await transferEarnings(deps, { userId: caller.id, amount: body.quota, requestId })
      return { message: 'transferred' }
    },
  )
}
