import { requireRight } from '../../identity/require-right.ts'
import { languageOf } from '../../platform/accepted-language.ts'
import type { AdminApi } from '../admin-api.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { moveGroup } from './move-group.ts'
import { listGroups, listGroupUses, listSelectableGroups } from './service.ts'

export function mountGroupRoutes(api: AdminApi, deps: AdminDependencies): void {
  api.route('GET /api/group/', () => ({ data: listGroups(deps) }))
  api.route('GET /api/group/usage', async () => ({ data: await listGroupUses(deps) }))
  api.route('POST /api/group/move', async ({ body, caller, audit }) => {
    // It changes channels and accounts.
    requireRight(caller, 'channel.write')
    requireRight(caller, 'user.write')
    return { data: await moveGroup(deps, body, audit) }
  })
  api.route('GET /api/user/self/groups', ({ caller, raw }) => ({
    data: listSelectableGroups(deps, caller.groups, languageOf(raw.headers, caller)),
  }))
  api.route('GET /api/user/groups', ({ raw }) => ({ data: listSelectableGroups(deps, [], languageOf(raw.headers)) }))
}
