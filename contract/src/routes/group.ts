import { z } from 'zod'
import { groupMove, groupMoved, groupUse } from '../group.ts'
import { route } from '../route.ts'
import { selectableGroups } from '../user.ts'

export const groupRoutes = {
  'GET /api/group/': route({
    access: 'admin',
    summary: 'The names of all groups',
    data: z.array(z.string()),
  }),
  'GET /api/group/usage': route({
    access: 'admin',
    summary:
      'Groups that exist or are referenced, with the numbers of accounts, tokens and channels that reference them',
    data: z.array(groupUse),
  }),
  'POST /api/group/move': route({
    access: 'admin',
    summary: 'Moves all accounts, tokens and channels of a group to another one',
    body: groupMove,
    data: groupMoved,
  }),
  'GET /api/user/self/groups': route({
    access: 'user',
    summary: 'The groups the caller may use for a token',
    data: selectableGroups,
  }),
  'GET /api/user/groups': route({
    access: 'public',
    summary: 'The groups open to everyone',
    data: selectableGroups,
  }),
}
