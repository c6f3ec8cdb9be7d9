import { selectableGroups } from '../../state/usable-groups.ts'
import type { AdminApi } from '../admin-api.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { listGroupUses } from './list-group-uses.ts'
import { moveGroup } from './move-group.ts'

export function mountGroupRoutes(api: AdminApi, deps: AdminDependencies): void {
  const { state } = deps
  api.route('GET /api/group/', () => ({
    data: Object.keys(state.current().options.GroupRatio),
  }))
  api.route('GET /api/group/usage', async () => ({ data: await listGroupUses(deps) }))
  api.route('POST /api/group/move', async ({ body, audit }) => ({ data: await moveGroup(deps, body, audit) }))
  api.route('GET /api/user/self/groups', ({ caller }) => ({
    data: selectableGroups(state.current().options, caller.group),
  }))
  api.route('GET /api/user/groups', () => ({ data: selectableGroups(state.current().options, '') }))
}
