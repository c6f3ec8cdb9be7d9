import { providers } from '../../providers/index.ts'
import { availableModels } from '../../state/available-models.ts'
import { usableGroups } from '../../state/usable-groups.ts'
import type { AdminApi } from '../admin-api.ts'
import type { AdminDependencies } from '../dependencies.ts'

export function mountModelRoutes(api: AdminApi, { state, clock }: AdminDependencies): void {
  api.route('GET /api/models', () => ({
    data: Object.fromEntries(providers.map(({ type, models }) => [String(type), [...models]])),
  }))
  api.route('GET /api/user/models', ({ caller }) => {
    const snapshot = state.current()
    const groups = Object.keys(usableGroups(snapshot.options, caller.group))
    return { data: availableModels(snapshot, clock.now(), groups) }
  })
}
