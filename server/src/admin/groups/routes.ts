import { selectableGroups } from '../../state/usable-groups.ts'
import { countGroupUses } from '../../store/group-uses.ts'
import type { AdminApi } from '../admin-api.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { moveGroup } from './move-group.ts'

export function mountGroupRoutes(api: AdminApi, deps: AdminDependencies): void {
  const { state, reports } = deps
  api.route('GET /api/group/', () => ({
    data: Object.keys(state.current().options.GroupRatio),
  }))
  api.route('GET /api/group/usage', async () => {
    const uses = await countGroupUses(reports)
    const { GroupRatio: ratios } = state.current().options
    const none = { users: 0, tokens: 0, channels: 0 }
    const names = new Set([...Object.keys(ratios), ...uses.keys()])
    const data = [...names].map((group) => ({
      ...{ group, exists: Object.hasOwn(ratios, group) },
      ...(uses.get(group) ?? none),
    }))
    return { data }
  })
  api.route('POST /api/group/move', async ({ body, audit }) => ({ data: await moveGroup(deps, body, audit) }))
  api.route('GET /api/user/self/groups', ({ caller }) => ({
    data: selectableGroups(state.current().options, caller.group),
  }))
  api.route('GET /api/user/groups', () => ({ data: selectableGroups(state.current().options, '') }))
}
