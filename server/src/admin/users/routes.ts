import type { PagedList } from '@sluice/contract/envelope'
import type { listQuery } from '@sluice/contract/routes/user'
import type { User } from '@sluice/contract/user'
import type { z } from 'zod'
import { GatewayError } from '../../core/errors.ts'
import { requireMayManage } from '../../identity/may-manage.ts'
import { countUsers, findAnyUser, listUsers, type UserFilter } from '../../store/users.ts'
import type { AdminApi } from '../admin-api.ts'
import { pagedList } from '../answer.ts'
import { buildManagedUser, buildOtherUser, buildOwnUser } from '../build-user.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { type Page, parsePage } from '../paging.ts'
import { deleteUser, manageUser } from './manage-user.ts'
import { changeUser, createUser } from './write-user.ts'

/** Comes after all fixed paths under /api/user: `:id` would take them. */
export function mountUserRoutes(api: AdminApi, deps: AdminDependencies): void {
  const { db, ledger } = deps
  const pageOf = (query: z.output<typeof listQuery>) => parsePage(query)

  api.route('GET /api/user/', ({ query }) => listPage(deps, { keyword: '', group: '' }, pageOf(query)))
  api.route('GET /api/user/search', ({ query }) => listPage(deps, query, pageOf(query)))
  api.route('GET /api/user/:id', async ({ params, caller }) => {
    const row = await findAnyUser(db, params.id)
    if (!row) throw new GatewayError('not_found', { what: 'The user' })
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
  api.route('POST /api/user/manage', async (request) => ({
    data: buildManagedUser(await manageUser(deps, request.body, request)),
  }))
  api.route('DELETE /api/user/:id', async (request) => {
    await deleteUser(deps, request.params.id, request)
    return {}
  })
}

async function listPage(
  { db }: AdminDependencies,
  filter: UserFilter,
  page: Page,
): Promise<{ data: PagedList<User> }> {
  const [rows, total] = await Promise.all([listUsers(db, filter, page), countUsers(db, filter)])
  return pagedList(
    rows.map((row) => buildOtherUser(row, row.quota)),
    total,
    page,
  )
}
