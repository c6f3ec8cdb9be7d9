import { user } from '@sluice/contract/user'
import { z } from 'zod'
import type { Caller } from '../../identity/caller.ts'
import type { AdminApi } from '../admin-api.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { createAccessToken, readSelf, selfWrite, updateSelf } from './service.ts'

export function mountSelfRoutes(api: AdminApi, deps: AdminDependencies): void {
  api.route('GET /api/user/self', { summary: 'The own account', data: user }, async ({ caller }) => ({
    data: await readSelf(deps, caller.id),
  }))

  api.route(
    'PUT /api/user/self',
    { summary: 'Changes the own display name or password', body: selfWrite },
    async ({ caller, body, ip }) => {
      await updateSelf(deps, { caller, ip }, body)
      return {}
    },
  )

  const newToken = async ({ caller }: { caller: Caller }) => ({
    data: await createAccessToken(deps, caller.id),
  })
  const spec = { summary: 'Makes a new system access token, shown once', data: z.string() }
  api.route('GET /api/user/token', spec, newToken)
  api.route('POST /api/user/token', spec, newToken)
}
