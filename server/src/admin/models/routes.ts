import { z } from 'zod'
import { providers } from '../../providers/index.ts'
import { availableModels } from '../../state/available-models.ts'
import { usableGroups } from '../../state/usable-groups.ts'
import type { AdminApi } from '../admin-api.ts'
import type { AdminDependencies } from '../dependencies.ts'

export function mountModelRoutes(api: AdminApi, { state, clock }: AdminDependencies): void {
  api.route(
    'GET /api/models',
    {
      summary: 'Channel type to the models offered for it',
      data: z.record(z.string(), z.array(z.string())),
    },
    () => ({ data: Object.fromEntries(providers.map(({ type, models }) => [String(type), [...models]])) }),
  )
  api.route(
    'GET /api/user/models',
    { summary: 'The models the caller can use through any of their groups', data: z.array(z.string()) },
    ({ caller }) => {
      const snapshot = state.current()
      const groups = Object.keys(usableGroups(snapshot.options, caller.group))
      return { data: availableModels(snapshot, clock.now(), groups) }
    },
  )
}
