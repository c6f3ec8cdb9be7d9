import type { AdminApi } from '../admin-api.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { checkIn, showCheckins } from './service.ts'

export function mountCheckinRoutes(api: AdminApi, deps: AdminDependencies): void {
  api.route('GET /api/user/checkin', async ({ caller, query }) => ({
    data: await showCheckins(deps, caller, query.month),
  }))
  api.route('POST /api/user/checkin', async ({ caller, query, ip, requestId }) => ({
    data: await checkIn(deps, caller, { turnstile: query.turnstile, ip, requestId }),
  }))
}
