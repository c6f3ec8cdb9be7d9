import type { AdminApi } from '../admin-api.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { startSession } from '../finish-sign-in.ts'
import { initialise, readSetupStatus } from './service.ts'

export function mountSetupRoutes(api: AdminApi, deps: AdminDependencies): void {
  api.route('GET /api/setup', async (request) => ({
    data: await readSetupStatus(deps, request),
  }))

  api.route('POST /api/setup', async ({ body, audit, ...request }) => {
    const root = await initialise(deps, body, { audit, ...request })
    return root ? await startSession(deps, root, request, 'password') : {}
  })
}
