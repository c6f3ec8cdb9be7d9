import { setupRequest, setupStatus } from '@sluice/contract/setup'
import { user } from '@sluice/contract/user'
import type { AdminApi } from '../admin-api.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { startSession } from '../finish-sign-in.ts'
import { initialise, readSetupStatus } from './service.ts'

export function mountSetupRoutes(api: AdminApi, deps: AdminDependencies): void {
  api.route('GET /api/setup', { summary: 'Whether set-up was done', data: setupStatus }, async () => ({
    data: await readSetupStatus(deps),
  }))

  api.route(
    'POST /api/setup',
    {
      summary: 'Sets the system up, once, and signs in the administrator that it creates',
      body: setupRequest,
      data: user.optional(),
      invalid: 'setup_invalid',
    },
    async ({ body, audit, ...request }) => {
      const root = await initialise(deps, body, audit)
      return root ? await startSession(deps, root, request) : {}
    },
  )
}
