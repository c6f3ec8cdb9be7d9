import { makeReason } from '@sluice/contract/error-reasons'
import { quota } from '@sluice/contract/quota'
import type { userListQuery } from '@sluice/contract/routes/user'
import type { User } from '@sluice/contract/user'
import type { z } from 'zod'
import { GatewayError } from '../../core/errors.ts'
import { requireMayManage } from '../../identity/may-manage.ts'
import { countUsers, findAnyUser, findUserByName, listUsers, type UserFilter } from '../../store/users.ts'
import type { AdminApi } from '../admin-api.ts'
import { listAnswer, pagedList } from '../answer.ts'
import { buildManagedUser, buildOtherUser, buildOwnUser } from '../build-user.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { type Page, parsePage } from '../paging.ts'
import { mountBindingRoute } from './binding-route.ts'
import { deleteUser, manageUser } from './manage-user.ts'
import { moveBalance } from './move-balance.ts'
import { parseUserFilter, parseUserOrder } from './parse-user-query.ts'
import { changeUser, createUser } from './write-user.ts'

/** Comes after all fixed paths under /api/user: `:id` would take them. */
export function mountUserRoutes(api: AdminApi, deps: AdminDependencies): void {
  const { db, ledger } = deps

  api.route('GET /api/user/', async ({ query, raw }) => {
    const { pathname, search } = new URL(raw.url)
    const page = pathname.endsWith('/') || search !== '' ? parsePage(query) : wholeList
    const { items, total } = await readPage(deps, { keyword: '', group: '' }, query, page)
    return listAnswer(items, total, page)
  })
  api.route('GET /api/user/search', async ({ query }) => {
    const page = parsePage(query)
    const { items, total } = await readPage(deps, parseUserFilter(query), query, page)
    return pagedList(items, total, page)
  })
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
  api.route('PUT /api/user/:id', async (request) => {
    await changeUser(deps, { ...request.body, id: request.params.id }, request)
    return {}
  })
  api.route('POST /api/user/manage', async (request) => {
    const { action, mode, value } = request.body
    const id = request.body.id ?? (await idOfName(deps, request.body.username ?? ''))
    if (action !== 'add_quota')
      return { data: buildManagedUser(await manageUser(deps, { id, action }, request)) }
    if (mode === undefined || value === undefined) throw new Error('the schema requires mode and value')
    return { data: buildManagedUser(await moveBalance(deps, { id, mode, value: quota(value) }, request)) }
  })
  api.route('POST /api/user/:id', async (request) => {
    const { id } = request.params
    return { data: buildManagedUser(await manageUser(deps, { id, action: request.body.action }, request)) }
  })
  mountBindingRoute(api, deps)
  api.route('DELETE /api/user/:id', async (request) => {
    await deleteUser(deps, request.params.id, request)
    return {}
  })
}

async function idOfName({ db }: AdminDependencies, username: string): Promise<number> {
  const row = await findUserByName(db, username)
  if (!row) throw new GatewayError('not_found', { what: makeReason('user') })
  return row.id
}

/** Tools for One API ask for the list as a whole: they know neither pages nor the slash at the end. */
const wholeList: Page = { form: 'array', page: 0, pageSize: 1_000, offset: 0, limit: 1_000 }

async function readPage(
  { db }: AdminDependencies,
  filter: UserFilter,
  query: z.output<typeof userListQuery>,
  { offset, limit }: Page,
): Promise<{ items: User[]; total: number }> {
  const slice = { order: parseUserOrder(query), offset, limit }
  const [rows, total] = await Promise.all([listUsers(db, filter, slice), countUsers(db, filter)])
  return { items: rows.map((row) => buildOtherUser(row, row.quota)), total }
}
