import { usableGroups as usableGroupsShape } from '@sluice/contract/user'
import { z } from 'zod'
import { usableGroups } from '../../state/usable-groups.ts'
import type { AdminApi } from '../admin-api.ts'
import type { AdminDependencies } from '../dependencies.ts'

export function mountGroupRoutes(api: AdminApi, { state }: AdminDependencies): void {
  api.route('GET /api/group/', { summary: 'The names of all groups', data: z.array(z.string()) }, () => ({
    data: Object.keys(state.current().options.GroupRatio),
  }))
  api.route(
    'GET /api/user/self/groups',
    { summary: 'The groups the caller may use for a token', data: usableGroupsShape },
    ({ caller }) => ({ data: usableGroups(state.current().options, caller.group) }),
  )
  api.route(
    'GET /api/user/groups',
    { summary: 'The groups open to everyone', data: usableGroupsShape },
    () => ({ data: usableGroups(state.current().options, '') }),
  )
}
