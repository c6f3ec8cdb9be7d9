import { z } from 'zod'
import { pagedListOf } from '../envelope.ts'
import { pageQuery, searchBodyOf } from '../paging.ts'
import { queryNumber } from '../query-number.ts'
import {
  redeemRequest,
  redemption,
  redemptionBatch,
  redemptionBatchUpdate,
  redemptionCreate,
  redemptionFilterStatus,
  redemptionsChanged,
  redemptionsDeleted,
  redemptionUpdate,
} from '../redemption.ts'
import { idParams, route } from '../route.ts'

const listQuery = z.object({ ...pageQuery, status: z.enum(['', ...redemptionFilterStatus]).default('') })
const batchesQuery = listQuery.extend({ keyword: z.string().trim().max(255).default('') })
/** `batch`: the id of any code, for those that were created with it. */
export const redemptionQuery = batchesQuery.extend({ batch: queryNumber })
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
    errors: ['not_found'],
  }),
  'POST /api/redemption/search': route({
    access: 'admin',
    inDemo: true,
    summary: `${search}; a code does not appear in the address`,
    body: searchBodyOf(redemptionQuery),
    data: page,
    errors: ['not_found'],
  }),
  'POST /api/redemption/batches': route({
    access: 'admin',
    inDemo: true,
    summary: 'Codes by the request that created them, newest first: those with a code that the search finds',
    body: searchBodyOf(batchesQuery),
    data: pagedListOf(redemptionBatch),
  }),
  'PUT /api/redemption/batches/:id': route({
    access: 'admin',
    summary: 'Enables or disables the codes of a batch that were not used; the id is that of any of its codes',
    params: idParams,
    body: redemptionBatchUpdate,
    data: redemptionsChanged,
    errors: ['not_found'],
  }),
  'DELETE /api/redemption/batches/:id': route({
    access: 'admin',
    summary: 'Deletes the codes of a batch that were not used; the id is that of any of its codes',
    params: idParams,
    data: redemptionsChanged,
    errors: ['not_found'],
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
