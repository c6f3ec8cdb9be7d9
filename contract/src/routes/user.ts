import { z } from 'zod'
import { pagedListOf } from '../envelope.ts'
import { pageQuery } from '../paging.ts'
import { idParams, route } from '../route.ts'
import { manageRequest, user, userCreate, userUpdate } from '../user.ts'

export const listQuery = z.object(pageQuery)
const searchQuery = z.object({
  ...pageQuery,
  keyword: z.string().trim().max(255).default(''),
  group: z.string().trim().max(64).default(''),
})

const data = pagedListOf(user)

export const userRoutes = {
  'GET /api/user/': route({ access: 'admin', summary: 'Accounts, newest first', query: listQuery, data }),
  'GET /api/user/search': route({
    access: 'admin',
    summary: 'Accounts by id, name, address or display name',
    query: searchQuery,
    data,
  }),
  'GET /api/user/:id': route({
    access: 'admin',
    summary: 'An account of a lower level',
    params: idParams,
    data: user,
    errors: [
      'not_found',
      'promotion_needs_root',
      'role_not_assignable',
      'root_protected',
      'user_out_of_reach',
    ],
  }),
  'POST /api/user/': route({
    access: 'admin',
    summary: 'Makes an ordinary account',
    body: userCreate,
    errors: [
      'not_found',
      'promotion_needs_root',
      'role_not_assignable',
      'root_protected',
      'server_overloaded',
      'user_out_of_reach',
      'username_taken',
    ],
  }),
  'PUT /api/user/': route({
    access: 'admin',
    summary: 'Changes what is named of an account',
    body: userUpdate,
    errors: [
      'not_found',
      'promotion_needs_root',
      'role_not_assignable',
      'root_protected',
      'server_overloaded',
      'user_out_of_reach',
      'username_taken',
    ],
  }),
  'POST /api/user/manage': route({
    access: 'admin',
    summary: 'Bans, readmits, promotes, demotes or deletes an account',
    body: manageRequest,
    data: user,
    errors: [
      'already_admin',
      'already_ordinary',
      'not_found',
      'promotion_needs_root',
      'role_not_assignable',
      'root_protected',
      'user_out_of_reach',
    ],
  }),
  'DELETE /api/user/:id': route({
    access: 'admin',
    summary: 'Deletes an account',
    params: idParams,
    errors: [
      'not_found',
      'promotion_needs_root',
      'role_not_assignable',
      'root_protected',
      'user_out_of_reach',
    ],
  }),
}
