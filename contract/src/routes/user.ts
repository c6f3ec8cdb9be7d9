import { z } from 'zod'
import { startedView, viewEnd, viewRequest } from '../account-view.ts'
import { apiToken } from '../api-token.ts'
import { pagedListOf } from '../envelope.ts'
import { groupNameMax } from '../name-lists.ts'
import { pageQuery, spanQuery } from '../paging.ts'
import { queryNumber } from '../query-number.ts'
import { idParams, route } from '../route.ts'
import { sessionId, userSession } from '../session.ts'
import {
  bindingTypes,
  invitation,
  manageOneRequest,
  manageRequest,
  user,
  userCreate,
  userSorts,
  userUpdate,
} from '../user.ts'
import {
  userBatchAnswer,
  userBatchBalance,
  userBatchGroup,
  userBatchIds,
  userBatchMessage,
  userBatchStatus,
  userMessage,
  userMessageAnswer,
  userMessagePreview,
} from '../user-batch.ts'
import { userNote, userNoteWrite } from '../user-note.ts'
import { userStatement } from '../user-statement.ts'

export const userListQuery = z.object({
  ...pageQuery,
  sort_by: z
    .string()
    .max(32)
    .default('')
    .describe(`One of ${userSorts.join(', ')}; anything else means id.`),
  sort_order: z.string().max(8).default('').describe('asc; anything else means desc.'),
})
export const userSearchQuery = userListQuery.extend({
  keyword: z.string().trim().max(255).default(''),
  group: z.string().trim().max(groupNameMax).default(''),
  role: queryNumber,
  status: queryNumber,
  deleted: z
    .string()
    .max(8)
    .default('')
    .describe('hide: without deleted accounts; only: those alone; anything else: with them.'),
})

const statementQuery = z.object({
  ...spanQuery,
  time_zone: z.string().max(64).default('').describe('In which days begin, such as Europe/Berlin; UTC by default.'),
})

const data = pagedListOf(user)

const changeErrors = [
  'not_found',
  'owner_proof_required',
  'role_not_assignable',
  'server_overloaded',
  'user_out_of_reach',
  'username_taken',
] as const
const manageErrors = [
  'already_admin',
  'already_ordinary',
  'not_found',
  'promotion_needs_root',
  'root_protected',
  'user_out_of_reach',
] as const

export const userRoutes = {
  'GET /api/user/': route({
    access: 'admin',
    summary: 'Accounts, newest first or in the order of sort_by; a bare array without a query and a trailing slash',
    query: userListQuery,
    items: user,
  }),
  'GET /api/user/search': route({
    access: 'admin',
    summary: 'Accounts by id, name, address or display name, by group, role and status (-1: deleted)',
    query: userSearchQuery,
    data,
  }),
  'GET /api/user/export': route({
    access: 'admin',
    summary: 'All accounts of a filter as CSV, newest first, as a stream of any length',
    query: userSearchQuery,
    file: 'application/octet-stream',
    errors: ['too_many_concurrent_calls'],
  }),
  'POST /api/user/batch/status': route({
    access: 'admin',
    summary: 'Bans or unbans accounts; the super administrator and accounts of a higher level are left out and named',
    body: userBatchStatus,
    data: userBatchAnswer,
  }),
  'POST /api/user/batch/group': route({
    access: 'admin',
    summary: 'Sets the groups of accounts, with the same exceptions',
    body: userBatchGroup,
    data: userBatchAnswer,
  }),
  'POST /api/user/batch/balance': route({
    access: 'admin',
    summary: 'Adjusts the balances of accounts by an amount, with a reason and the same exceptions',
    body: userBatchBalance,
    data: userBatchAnswer,
  }),
  'POST /api/user/batch/message': route({
    access: 'admin',
    summary: 'Sends a message to accounts by mail or webhook, with the same exceptions',
    body: userBatchMessage,
    data: userMessageAnswer,
    errors: ['too_many_waiting_messages'],
  }),
  'POST /api/user/batch/message/preview': route({
    access: 'admin',
    summary: 'How many accounts a message would reach by mail and by webhook; sends nothing',
    body: userBatchIds,
    data: userMessagePreview,
  }),
  'GET /api/user/batch/message/:id': route({
    access: 'admin',
    summary: 'How far the delivery of a message is',
    params: idParams,
    data: userMessage,
    errors: ['not_found'],
  }),
  'POST /api/user/batch/message/:id/cancel': route({
    access: 'admin',
    summary: 'Cancels what is not delivered of a message; false if nothing waits',
    params: idParams,
    data: z.boolean(),
    errors: ['not_found'],
  }),
  'GET /api/user/:id/statement': route({
    access: 'admin',
    summary: 'The movements of the balance of an account with the balance after each; charges by day',
    params: idParams,
    query: statementQuery,
    data: userStatement,
    errors: ['not_found', 'user_out_of_reach'],
  }),
  'GET /api/user/:id/tokens': route({
    access: 'admin',
    summary: 'The API tokens of an account, with masked keys',
    params: idParams,
    query: z.object(pageQuery),
    data: pagedListOf(apiToken),
    errors: ['not_found', 'user_out_of_reach'],
  }),
  'GET /api/user/:id/sessions': route({
    access: 'admin',
    summary: 'Where an account is logged in',
    params: idParams,
    data: z.array(userSession),
    errors: ['not_found', 'user_out_of_reach'],
  }),
  'DELETE /api/user/:id/sessions': route({
    access: 'admin',
    summary: 'Ends all sessions of an account',
    params: idParams,
    errors: ['not_found', 'user_out_of_reach'],
  }),
  'DELETE /api/user/:id/sessions/:sid': route({
    access: 'admin',
    summary: 'Ends a session of an account',
    params: idParams.extend({ sid: sessionId }),
    errors: ['not_found', 'user_out_of_reach'],
  }),
  'POST /api/user/:id/view': route({
    access: 'admin',
    summary: 'Starts a view of the console as an ordinary account, read-only and for half an hour; by session',
    params: idParams,
    body: viewRequest,
    data: startedView,
    errors: ['access_token_not_supported', 'account_not_viewable', 'not_found', 'user_out_of_reach'],
  }),
  'POST /api/user/view/end': route({
    access: 'admin',
    summary: 'Ends an own view; does nothing if it is over',
    body: viewEnd,
    errors: ['access_token_not_supported'],
  }),
  'GET /api/user/:id/notes': route({
    access: 'admin',
    summary: 'What administrators wrote down about an account, newest first; the account does not see it',
    params: idParams,
    data: z.array(userNote),
    errors: ['not_found', 'user_out_of_reach'],
  }),
  'POST /api/user/:id/notes': route({
    access: 'admin',
    summary: 'Adds a note to an account',
    params: idParams,
    body: userNoteWrite,
    data: userNote,
    errors: ['not_found', 'too_many_notes', 'user_out_of_reach'],
  }),
  'DELETE /api/user/:id/notes/:note_id': route({
    access: 'admin',
    summary: 'Deletes a note of the caller; the super administrator deletes any',
    params: idParams.extend({ note_id: idParams.shape.id }),
    errors: ['not_found', 'note_of_another', 'user_out_of_reach'],
  }),
  'GET /api/user/:id': route({
    access: 'admin',
    summary: 'An account of a lower level',
    params: idParams,
    data: user,
    errors: ['not_found', 'user_out_of_reach'],
  }),
  'POST /api/user/': route({
    access: 'admin',
    summary: 'Creates an account',
    body: userCreate,
    /** The new account. */
    data: z.object({ id: z.number(), username: z.string(), invitation: invitation.optional() }),
    errors: [
      'email_alias_not_allowed',
      'email_domain_not_allowed',
      'owner_proof_required',
      'role_not_assignable',
      'server_overloaded',
      'username_taken',
    ],
  }),
  'POST /api/user/:id/invitation': route({
    access: 'admin',
    critical: true,
    summary: 'Invites an account without a password anew: a link to set one, by mail or in the answer',
    params: idParams,
    data: invitation,
    errors: ['has_password', 'not_found', 'user_out_of_reach'],
  }),
  'PUT /api/user/': route({
    access: 'admin',
    summary: 'Changes the given fields of an account',
    body: userUpdate,
    errors: changeErrors,
  }),
  'PUT /api/user/:id': route({
    access: 'admin',
    summary: 'Changes the given fields of the account in the address',
    params: idParams,
    body: userUpdate.omit({ id: true }),
    errors: changeErrors,
  }),
  'POST /api/user/manage': route({
    access: 'admin',
    summary: 'Bans, unbans, promotes, demotes or deletes an account, or moves its balance (add_quota)',
    body: manageRequest,
    data: user,
    errors: manageErrors,
  }),
  'POST /api/user/:id': route({
    access: 'admin',
    summary: 'Bans, unbans, promotes, demotes or deletes the account in the address',
    params: idParams,
    body: manageOneRequest,
    data: user,
    errors: manageErrors,
  }),
  'DELETE /api/user/:id/bindings/:binding_type': route({
    access: 'admin',
    summary: 'Removes the mail address or the binding of an external account from an account, and ends its sessions',
    params: idParams.extend({ binding_type: z.enum(bindingTypes) }),
    errors: ['not_found', 'only_way_in', 'user_out_of_reach'],
  }),
  'DELETE /api/user/:id': route({
    access: 'admin',
    summary: 'Deletes an account',
    params: idParams,
    errors: ['not_found', 'root_protected', 'user_out_of_reach'],
  }),
}
