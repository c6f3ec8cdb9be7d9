import { hasRight } from '@sluice/contract/admin-rights'
import type { Redemption } from '@sluice/contract/redemption'
import type { redemptionQuery } from '@sluice/contract/routes/redemption'
import type { z } from 'zod'
import type { ConsoleCaller } from '../../identity/console-caller.ts'
import type { AdminApi } from '../admin-api.ts'
import { pagedList } from '../answer.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { parsePage } from '../paging.ts'
import { maskCode } from './build-redemption.ts'
import { createRedeemCode } from './redeem-code.ts'
import { createRedemptionService } from './service.ts'

/** Redemption codes: administrators create them, every account redeems them. */
export function mountRedemptionRoutes(api: AdminApi, deps: AdminDependencies): void {
  const service = createRedemptionService(deps)
  const redeem = createRedeemCode(deps)

  const shownTo = (caller: ConsoleCaller) => (code: Redemption) =>
    hasRight(caller, 'billing.write') ? code : maskCode(code)

  async function answerList(query: z.output<typeof redemptionQuery>, caller: ConsoleCaller) {
    const slice = parsePage(query)
    const { items, ...total } = await service.list({ ...query, status: query.status || null }, slice)
    return pagedList({ items: items.map(shownTo(caller)), ...total }, slice)
  }

  api.route('GET /api/redemption/', ({ query, caller }) =>
    answerList({ ...query, keyword: '', batch: undefined }, caller),
  )
  api.route('GET /api/redemption/search', ({ query, caller }) => answerList(query, caller))
  api.route('POST /api/redemption/search', ({ body, caller }) => answerList(body, caller))
  api.route('POST /api/redemption/batches', async ({ body: { keyword, status, ...paging } }) => {
    const slice = parsePage(paging)
    return pagedList(await service.listBatches({ keyword, status: status || null }, slice), slice)
  })
  api.route('PUT /api/redemption/batches/:id', async ({ params, body, audit }) => ({
    data: { changed: await service.updateBatch(params.id, body.status, audit) },
  }))
  api.route('DELETE /api/redemption/batches/:id', async ({ params, audit }) => ({
    data: { changed: await service.removeBatch(params.id, audit) },
  }))
  api.route('GET /api/redemption/:id', async ({ params, caller }) => ({
    data: shownTo(caller)(await service.read(params.id)),
  }))
  api.route('POST /api/redemption/', async ({ body, caller, audit }) => ({
    data: await service.create(body, { callerId: caller.id, audit }),
  }))
  api.route('PUT /api/redemption/', async ({ body, query, audit }) => ({
    data: await service.update(body, { statusOnly: query.status_only !== '', audit }),
  }))
  api.route('DELETE /api/redemption/invalid', async ({ audit }) => ({
    data: await service.removeInvalid(audit),
  }))
  api.route('DELETE /api/redemption/:id', async ({ params, audit }) => {
    await service.remove(params.id, audit)
    return {}
  })
  api.route('POST /api/user/topup', async ({ body, caller, requestId }) => ({
    data: await redeem(caller, body.key, requestId),
  }))
}
