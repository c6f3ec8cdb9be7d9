import { pagedListOf } from '@sluice/contract/envelope'
import {
  redeemRequest,
  redemption,
  redemptionCreate,
  redemptionFilterStatus,
  redemptionsDeleted,
  redemptionUpdate,
} from '@sluice/contract/redemption'
import { z } from 'zod'
import { type AdminApi, idParams } from '../admin-api.ts'
import { pagedList } from '../answer.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { pageQuery, parsePage, searchBodyOf } from '../paging.ts'
import { createRedeemCode } from './redeem-code.ts'
import { createRedemptionService } from './service.ts'

const listQuery = z.object({ ...pageQuery, status: z.enum(['', ...redemptionFilterStatus]).default('') })
const searchQuery = listQuery.extend({ keyword: z.string().trim().max(255).default('') })
const page = pagedListOf(redemption)

/** Redemption codes: administrators make them, everybody redeems them. */
export function mountRedemptionRoutes(api: AdminApi, deps: AdminDependencies): void {
  const service = createRedemptionService(deps)
  const redeem = createRedeemCode(deps)

  async function answerList(query: z.output<typeof searchQuery>) {
    const slice = parsePage(query)
    const { items, total } = await service.list(
      { keyword: query.keyword, status: query.status || null },
      slice,
    )
    return pagedList(items, total, slice)
  }

  api.route(
    'GET /api/redemption/',
    { summary: 'Redemption codes, newest first', query: listQuery, data: page },
    ({ query }) => answerList({ ...query, keyword: '' }),
  )
  const summary = 'Codes by id, part of the name, or the whole code'
  api.route('GET /api/redemption/search', { summary, query: searchQuery, data: page }, ({ query }) =>
    answerList(query),
  )
  api.route(
    'POST /api/redemption/search',
    {
      summary: `${summary}; a code does not appear in the address`,
      body: searchBodyOf(searchQuery),
      data: page,
    },
    ({ body }) => answerList(body),
  )
  api.route(
    'GET /api/redemption/:id',
    { summary: 'A redemption code', params: idParams, data: redemption },
    async ({ params }) => ({ data: await service.read(params.id) }),
  )
  api.route(
    'POST /api/redemption/',
    { summary: 'Makes codes and answers them', body: redemptionCreate, data: z.array(z.string()) },
    async ({ body, caller, audit }) => ({ data: await service.create(body, { callerId: caller.id, audit }) }),
  )
  api.route(
    'PUT /api/redemption/',
    {
      summary: 'Changes a code that was not used; with status_only just its status',
      query: z.object({ status_only: z.string().max(16).default('') }),
      body: redemptionUpdate,
      data: redemption,
    },
    async ({ body, query, audit }) => ({
      data: await service.update(body, { statusOnly: query.status_only !== '', audit }),
    }),
  )
  api.route(
    'DELETE /api/redemption/invalid',
    { summary: 'Deletes used, disabled and expired codes', data: redemptionsDeleted },
    async ({ audit }) => ({ data: await service.removeInvalid(audit) }),
  )
  api.route(
    'DELETE /api/redemption/:id',
    { summary: 'Deletes a code', params: idParams },
    async ({ params, audit }) => {
      await service.remove(params.id, audit)
      return {}
    },
  )
  api.route(
    'POST /api/user/topup',
    { summary: 'Redeems a code', body: redeemRequest, data: z.number() },
    async ({ body, caller, requestId }) => ({ data: await redeem(caller, body.key, requestId) }),
  )
}
