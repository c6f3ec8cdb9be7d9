import type { AdminApi } from '../admin-api.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { endRenewable, renewSession } from './service.ts'

/** Sessions of newer clients, which have a token and renew it by a cookie. */
export function mountRenewalRoutes(api: AdminApi, deps: AdminDependencies): void {
  api.route('POST /api/user/auth/refresh', async (request) => ({ data: await renewSession(deps, request) }))
  api.route('POST /api/user/auth/logout', async ({ caller, ...request }) => {
    const ended = await endRenewable(deps, caller, request)
    return ended === null ? {} : { data: { revoked_sid: ended, cookie_cleared: true } }
  })
}
