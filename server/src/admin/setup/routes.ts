import { setupRequest, setupStatus } from '@sluice/contract/setup'
import type { AdminApi } from '../admin-api.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { initialise, readSetupStatus } from './service.ts'

export function mountSetupRoutes(api: AdminApi, deps: AdminDependencies): void {
  api.route('GET /api/setup', { summary: 'Whether set-up was done', data: setupStatus }, async () => ({
    data: await readSetupStatus(deps),
  }))

  api.route(
    'POST /api/setup',
    { summary: 'Sets the system up, once', body: setupRequest, invalid: 'setup_invalid' },
    async ({ body, audit }) => {
      await initialise(deps, body, audit)
      return {}
    },
  )
}
