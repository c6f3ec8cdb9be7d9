import { groupMove, groupMoved, groupUse } from '@sluice/contract/group'
import { usableGroups as usableGroupsShape } from '@sluice/contract/user'
import { z } from 'zod'
import { usableGroups } from '../../state/usable-groups.ts'
import { countGroupUses } from '../../store/group-uses.ts'
import type { AdminApi } from '../admin-api.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { moveGroup } from './move-group.ts'

export function mountGroupRoutes(api: AdminApi, deps: AdminDependencies): void {
  const { state, reports } = deps
  api.route('GET /api/group/', { summary: 'The names of all groups', data: z.array(z.string()) }, () => ({
    data: Object.keys(state.current().options.GroupRatio),
  }))
  api.route(
    'GET /api/group/usage',
    {
      summary:
        'Groups that exist or are named somewhere, with how many accounts, tokens and channels name them',
      data: z.array(groupUse),
    },
    async () => {
      const uses = await countGroupUses(reports)
      const { GroupRatio: ratios } = state.current().options
      const none = { users: 0, tokens: 0, channels: 0 }
      const names = new Set([...Object.keys(ratios), ...uses.keys()])
      const data = [...names].map((group) => ({
        ...{ group, exists: Object.hasOwn(ratios, group) },
        ...(uses.get(group) ?? none),
      }))
      return { data }
    },
  )
  api.route(
    'POST /api/group/move',
    {
      summary: 'Gives all accounts, tokens and channels of a group another one',
      body: groupMove,
      data: groupMoved,
    },
    async ({ body, audit }) => ({ data: await moveGroup(deps, body, audit) }),
  )
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
