import type { userListQuery } from '@sluice/contract/routes/user'
import type { z } from 'zod'
import type { UserFilter } from '../../store/users.ts'
import type { AdminApi } from '../admin-api.ts'
import { listAnswer, pagedList } from '../answer.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { type Page, parsePage } from '../paging.ts'
import { deleteUser } from './manage-user.ts'
import { parseUserFilter, parseUserOrder, parseUserPage } from './parse-user-query.ts'
import { listManagedUsers, readUser } from './read-users.ts'
import { removeBinding } from './remove-binding.ts'
import { manageAccount, manageAccountById } from './service.ts'
import { changeUser, createUser } from './write-user.ts'

/** Mounted after all fixed paths under /api/user, because `:id` would match them. */
export function mountUserRoutes(api: AdminApi, deps: AdminDependencies): void {
  const readPage = (filter: UserFilter, query: z.output<typeof userListQuery>, { offset, limit }: Page) =>
    listManagedUsers(deps, filter, { order: parseUserOrder(query), offset, limit })

  api.route('GET /api/user/', async ({ query, raw }) => {
    const page = parseUserPage(query, new URL(raw.url))
    const { items, total } = await readPage({ keyword: '', group: '' }, query, page)
    return listAnswer(items, total, page)
  })
  api.route('GET /api/user/search', async ({ query }) => {
    const page = parsePage(query)
    const { items, total } = await readPage(parseUserFilter(query), query, page)
    return pagedList(items, total, page)
  })
  api.route('GET /api/user/:id', async ({ params, caller }) => ({
    data: await readUser(deps, params.id, caller),
  }))
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
  api.route('POST /api/user/manage', async (request) => ({
    data: await manageAccount(deps, request.body, request),
  }))
  api.route('POST /api/user/:id', async (request) => ({
    data: await manageAccountById(deps, { id: request.params.id, action: request.body.action }, request),
  }))
  api.route('DELETE /api/user/:id/bindings/:binding_type', async ({ params, caller, audit }) => {
    await removeBinding(deps, { id: params.id, type: params.binding_type }, { caller, audit })
    return {}
  })
  api.route('DELETE /api/user/:id', async (request) => {
    await deleteUser(deps, request.params.id, request)
    return {}
  })
}
