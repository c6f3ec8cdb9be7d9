import { z } from 'zod'
import { pagedListOf } from '../envelope.ts'
import { pageQuery, searchBodyOf } from '../paging.ts'
import {
  redeemRequest,
  redemption,
  redemptionCreate,
  redemptionFilterStatus,
  redemptionsDeleted,
  redemptionUpdate,
} from '../redemption.ts'
import { idParams, route } from '../route.ts'

const listQuery = z.object({ ...pageQuery, status: z.enum(['', ...redemptionFilterStatus]).default('') })
export const redemptionQuery = listQuery.extend({ keyword: z.string().trim().max(255).default('') })
const page = pagedListOf(redemption)
const search = 'Codes by id, part of the name, or the whole code'

export const redemptionRoutes = {
  'GET /api/redemption/': route({
    access: 'admin',
    summary: 'Redemption codes, newest first',
    query: listQuery,
    data: page,
  }),
  'GET /api/redemption/search': route({
    access: 'admin',
    summary: search,
    query: redemptionQuery,
    data: page,
  }),
  'POST /api/redemption/search': route({
    access: 'admin',
    inDemo: true,
    summary: `${search}; a code does not appear in the address`,
    body: searchBodyOf(redemptionQuery),
    data: page,
  }),
  'GET /api/redemption/:id': route({
    access: 'admin',
    summary: 'A redemption code',
    params: idParams,
    data: redemption,
    errors: ['not_found'],
  }),
  'POST /api/redemption/': route({
    access: 'admin',
    summary: 'Creates codes and returns them',
    body: redemptionCreate,
    data: z.array(z.string()),
  }),
  'PUT /api/redemption/': route({
    access: 'admin',
    summary: 'Changes a code that was not used; with status_only just its status',
    query: z.object({ status_only: z.string().max(16).default('') }),
    body: redemptionUpdate,
    data: redemption,
    errors: ['not_found', 'redemption_code_spent'],
  }),
  'DELETE /api/redemption/invalid': route({
    access: 'admin',
    summary: 'Deletes used, disabled and expired codes',
    data: redemptionsDeleted,
  }),
  'DELETE /api/redemption/:id': route({
    access: 'admin',
    summary: 'Deletes a code',
    params: idParams,
    errors: ['not_found'],
  }),
  'POST /api/user/topup': route({
    access: 'user',
    critical: true,
    summary: 'Redeems a code',
    body: redeemRequest,
    data: z.number(),
    errors: ['redemption_code_invalid', 'redemption_code_used'],
  }),
}
