import { pagedListOf } from '@sluice/contract/envelope'
import { pageQuery } from '@sluice/contract/paging'
import { idParams } from '@sluice/contract/route'
import { manageRequest, user, userCreate, userUpdate } from '@sluice/contract/user'
import { z } from 'zod'
import { GatewayError } from '../../core/errors.ts'
import { requireMayManage } from '../../identity/may-manage.ts'
import { countUsers, findAnyUser, listUsers, type UserFilter } from '../../store/users.ts'
import type { AdminApi } from '../admin-api.ts'
import { type Answer, pagedList } from '../answer.ts'
import { buildManagedUser, buildOtherUser, buildOwnUser } from '../build-user.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { type Page, parsePage } from '../paging.ts'
import { deleteUser, manageUser } from './manage-user.ts'
import { changeUser, createUser } from './write-user.ts'

const listQuery = z.object(pageQuery)
const searchQuery = z.object({
  ...pageQuery,
  keyword: z.string().trim().max(255).default(''),
  group: z.string().trim().max(64).default(''),
})

/** Comes after all fixed paths under /api/user: `:id` would take them. */
export function mountUserRoutes(api: AdminApi, deps: AdminDependencies): void {
  const { db, ledger } = deps
  const data = pagedListOf(user)
  const pageOf = (query: z.output<typeof listQuery>) => parsePage(query)

  api.route('GET /api/user/', { summary: 'Accounts, newest first', query: listQuery, data }, ({ query }) =>
    listPage(deps, { keyword: '', group: '' }, pageOf(query)),
  )
  api.route(
    'GET /api/user/search',
    { summary: 'Accounts by id, name, address or display name', query: searchQuery, data },
    ({ query }) => listPage(deps, query, pageOf(query)),
  )
  api.route(
    'GET /api/user/:id',
    { summary: 'An account of a lower level', params: idParams, data: user },
    async ({ params, caller }) => {
      const row = await findAnyUser(db, params.id)
      if (!row) throw new GatewayError('not_found', { what: 'The user' })
      requireMayManage(caller, row)
      const balance = await ledger.balanceOf(row.id)
      return { data: row.id === caller.id ? buildOwnUser(row, balance) : buildOtherUser(row, balance) }
    },
  )
  api.route(
    'POST /api/user/',
    { summary: 'Makes an ordinary account', body: userCreate },
    async (request) => {
      await createUser(deps, request.body, request)
      return {}
    },
  )
  api.route(
    'PUT /api/user/',
    { summary: 'Changes what is named of an account', body: userUpdate },
    async (request) => {
      await changeUser(deps, request.body, request)
      return {}
    },
  )
  api.route(
    'POST /api/user/manage',
    { summary: 'Bans, readmits, promotes, demotes or deletes an account', body: manageRequest, data: user },
    async (request) => ({ data: buildManagedUser(await manageUser(deps, request.body, request)) }),
  )
  api.route('DELETE /api/user/:id', { summary: 'Deletes an account', params: idParams }, async (request) => {
    await deleteUser(deps, request.params.id, request)
    return {}
  })
}

async function listPage({ db }: AdminDependencies, filter: UserFilter, page: Page): Promise<Answer> {
  const [rows, total] = await Promise.all([listUsers(db, filter, page), countUsers(db, filter)])
  return pagedList(
    rows.map((row) => buildOtherUser(row, row.quota)),
    total,
    page,
  )
}
