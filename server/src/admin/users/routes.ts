import type { userListQuery } from '@sluice/contract/routes/user'
import type { z } from 'zod'
import { languageOf } from '../../platform/accepted-language.ts'
import type { UserFilter } from '../../store/user-lists.ts'
import type { AdminApi } from '../admin-api.ts'
import { listAnswer, pagedList } from '../answer.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { findManaged } from '../find-managed.ts'
import { type Page, parsePage } from '../paging.ts'
import { adjustBalances, type BatchActor, setGroups, setStatuses } from './batch.ts'
import { endSessionOf, endSessionsOf, listSessionsOf } from './end-sessions.ts'
import { createUserExport } from './export-users.ts'
import { invite, inviteAgain } from './invite-user.ts'
import { deleteUser } from './manage-user.ts'
import { cancelMessageOf, previewMessage, readMessage, sendMessage } from './message-users.ts'
import type { Actor } from './move-balance.ts'
import { addNote, listNotes, removeNote } from './notes.ts'
import { parseUserFilter, parseUserOrder, parseUserPage } from './parse-user-query.ts'
import { listManagedUsers, readUser } from './read-users.ts'
import { removeBinding } from './remove-binding.ts'
import { manageAccount, manageAccountById } from './service.ts'
import { readStatement } from './statement.ts'
import { endView, startView } from './view-account.ts'
import { changeUser, createUser } from './write-user.ts'

/** Mounted after all fixed paths under /api/user, because `:id` would match them. */
export function mountUserRoutes(api: AdminApi, deps: AdminDependencies): void {
  const readPage = (filter: UserFilter, query: z.output<typeof userListQuery>, { offset, limit }: Page) =>
    listManagedUsers(deps, filter, { order: parseUserOrder(query), offset, limit })

  api.route('GET /api/user/', async ({ query, raw }) => {
    const page = parseUserPage(query, new URL(raw.url))
    return listAnswer(await readPage({ keyword: '', group: '' }, query, page), page)
  })
  api.route('GET /api/user/search', async ({ query }) => {
    const page = parsePage(query)
    return pagedList(await readPage(parseUserFilter(query), query, page), page)
  })
  const exportUsers = createUserExport(deps)
  api.route('GET /api/user/export', ({ query, caller, raw }) =>
    exportUsers(parseUserFilter(query), { accountId: caller.id, signal: raw.signal }),
  )
  mountBatchRoutes(api, deps)
  api.route('GET /api/user/:id/statement', async ({ params, query, caller, raw }) => {
    await findManaged(deps, params.id, caller)
    return { data: await readStatement(deps, params.id, query, raw.signal) }
  })
  api.route('GET /api/user/:id/sessions', async ({ params, caller }) => ({
    data: await listSessionsOf(deps, params.id, caller),
  }))
  api.route('DELETE /api/user/:id/sessions', async ({ params, caller, audit }) => {
    await endSessionsOf(deps, params.id, { caller, audit })
    return {}
  })
  api.route('DELETE /api/user/:id/sessions/:sid', async ({ params, caller, audit }) => {
    await endSessionOf(deps, params, { caller, audit })
    return {}
  })
  api.route('POST /api/user/:id/view', async ({ params, body, ...actor }) => ({
    data: await startView(deps, { id: params.id, reason: body.reason }, actor),
  }))
  api.route('POST /api/user/view/end', async ({ body, ...actor }) => {
    await endView(deps, body.view, actor)
    return {}
  })
  api.route('GET /api/user/:id/notes', async ({ params, caller }) => ({
    data: await listNotes(deps, params.id, caller),
  }))
  api.route('POST /api/user/:id/notes', async ({ params, body, ...actor }) => ({
    data: await addNote(deps, { id: params.id, text: body.text }, actor),
  }))
  api.route('DELETE /api/user/:id/notes/:note_id', async ({ params, ...actor }) => {
    await removeNote(deps, { id: params.id, noteId: params.note_id }, actor)
    return {}
  })
  api.route('GET /api/user/:id', async ({ params, caller }) => ({
    data: await readUser(deps, params.id, caller),
  }))
  api.route('POST /api/user/', async (request) => {
    const created = await createUser(deps, request.body, request)
    const data = { id: created.id, username: created.username }
    if (request.body.invite !== true) return { data }
    return { data: { ...data, invitation: await invite(deps, created, request) } }
  })
  api.route('POST /api/user/:id/invitation', async (request) => ({
    data: await inviteAgain(deps, request.params.id, request),
  }))
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

/** Changes of many accounts at a time. */
function mountBatchRoutes(api: AdminApi, deps: AdminDependencies): void {
  const actorOf = (request: Actor & { raw: Request }): BatchActor => ({
    caller: request.caller,
    audit: request.audit,
    requestId: request.requestId,
    language: languageOf(request.raw.headers, request.caller),
  })
  api.route('POST /api/user/batch/status', async (request) => ({
    data: await setStatuses(deps, request.body, actorOf(request)),
  }))
  api.route('POST /api/user/batch/group', async (request) => ({
    data: await setGroups(deps, request.body, actorOf(request)),
  }))
  api.route('POST /api/user/batch/balance', async (request) => ({
    data: await adjustBalances(deps, request.body, actorOf(request)),
  }))
  api.route('POST /api/user/batch/message', async (request) => ({
    data: await sendMessage(deps, request.body, actorOf(request)),
  }))
  api.route('POST /api/user/batch/message/preview', async (request) => ({
    data: await previewMessage(deps, request.body, actorOf(request)),
  }))
  api.route('GET /api/user/batch/message/:id', async ({ params }) => ({ data: await readMessage(deps, params.id) }))
  api.route('POST /api/user/batch/message/:id/cancel', async ({ params, audit }) => ({
    data: await cancelMessageOf(deps, params.id, audit),
  }))
}
