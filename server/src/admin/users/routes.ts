import type { PagedList } from '@sluice/contract/envelope'
import { makeReason } from '@sluice/contract/error-reasons'
import { quota } from '@sluice/contract/quota'
import type { userListQuery } from '@sluice/contract/routes/user'
import type { User } from '@sluice/contract/user'
import type { z } from 'zod'
import { GatewayError } from '../../core/errors.ts'
import { requireMayManage } from '../../identity/may-manage.ts'
import { countUsers, findAnyUser, listUsers, type UserFilter } from '../../store/users.ts'
import type { AdminApi } from '../admin-api.ts'
import { pagedList } from '../answer.ts'
import { buildManagedUser, buildOtherUser, buildOwnUser } from '../build-user.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { parsePage } from '../paging.ts'
import { mountBindingRoute } from './binding-route.ts'
import { deleteUser, manageUser } from './manage-user.ts'
import { moveBalance } from './move-balance.ts'
import { parseUserFilter, parseUserOrder } from './parse-user-query.ts'
import { changeUser, createUser } from './write-user.ts'

/** Comes after all fixed paths under /api/user: `:id` would take them. */
export function mountUserRoutes(api: AdminApi, deps: AdminDependencies): void {
  const { db, ledger } = deps

  api.route('GET /api/user/', ({ query }) => listPage(deps, { keyword: '', group: '' }, query))
  api.route('GET /api/user/search', ({ query }) => listPage(deps, parseUserFilter(query), query))
  api.route('GET /api/user/:id', async ({ params, caller }) => {
    const row = await findAnyUser(db, params.id)
    if (!row) throw new GatewayError('not_found', { what: makeReason('user') })
    requireMayManage(caller, row)
    const balance = await ledger.balanceOf(row.id)
    return { data: row.id === caller.id ? buildOwnUser(row, balance) : buildOtherUser(row, balance) }
  })
  api.route('POST /api/user/', async (request) => {
    await createUser(deps, request.body, request)
    return {}
  })
  api.route('PUT /api/user/', async (request) => {
    await changeUser(deps, request.body, request)
    return {}
  })
  api.route('POST /api/user/manage', async (request) => {
    const { id, action, mode, value } = request.body
    if (action !== 'add_quota')
      return { data: buildManagedUser(await manageUser(deps, { id, action }, request)) }
    if (mode === undefined || value === undefined) throw new Error('the schema requires mode and value')
    return { data: buildManagedUser(await moveBalance(deps, { id, mode, value: quota(value) }, request)) }
  })
  mountBindingRoute(api, deps)
  api.route('DELETE /api/user/:id', async (request) => {
    await deleteUser(deps, request.params.id, request)
    return {}
  })
}

async function listPage(
  { db }: AdminDependencies,
  filter: UserFilter,
  query: z.output<typeof userListQuery>,
): Promise<{ data: PagedList<User> }> {
  const page = parsePage(query)
  const slice = { order: parseUserOrder(query), offset: page.offset, limit: page.limit }
  const [rows, total] = await Promise.all([listUsers(db, filter, slice), countUsers(db, filter)])
  return pagedList(
    rows.map((row) => buildOtherUser(row, row.quota)),
    total,
    page,
  )
}
