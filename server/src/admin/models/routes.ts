import { roles } from '@sluice/contract/roles'
import { GatewayError } from '../../core/errors.ts'
import type { Caller } from '../../identity/caller.ts'
import { providers } from '../../providers/index.ts'
import { availableModels } from '../../state/available-models.ts'
import { autoGroupsFor, isAutoGroup, usableGroups } from '../../state/usable-groups.ts'
import type { AdminApi } from '../admin-api.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { answerCards, mountModelCardRoutes } from './card-routes.ts'

export function mountModelRoutes(api: AdminApi, deps: AdminDependencies): void {
  const { state, clock } = deps
  api.route('GET /api/models', ({ raw, query, caller }) => {
    // Newer clients ask for the list of entries here. The router takes both addresses for one.
    if (new URL(raw.url).pathname.endsWith('/')) {
      if (caller.role < roles.admin) throw new GatewayError('insufficient_rights')
      return answerCards(deps, query)
    }
    return { data: Object.fromEntries(providers.map(({ type, models }) => [String(type), [...models]])) }
  })
  mountModelCardRoutes(api, deps)
  /** `group` = '' means all groups of the caller, `auto` for those that it tries. */
  const ownModels = (caller: Caller, group: string) => {
    const snapshot = state.current()
    const { options } = snapshot
    const groups = Object.keys(usableGroups(options, caller.group))
    const named = isAutoGroup(options, group)
      ? autoGroupsFor(options, caller.group, null)
      : groups.filter((name) => name === group)
    return { data: availableModels(snapshot, clock.now(), group === '' ? groups : named) }
  }
  api.route('GET /api/user/models', ({ caller, query }) => ownModels(caller, query.group))
  api.route('GET /api/user/self/models', ({ caller, query }) => ownModels(caller, query.group))
}
