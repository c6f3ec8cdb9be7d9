import { marginPage } from '@sluice/contract/margin'
import { pageQuery, spanQuery } from '@sluice/contract/paging'
import { queryNumber } from '@sluice/contract/query-number'
import { z } from 'zod'
import type { AdminApi } from '../admin-api.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { createMarginService } from './service.ts'

const text = z.string().max(64).optional()
const query = z.object({
  by: text,
  ...spanQuery,
  ...pageQuery,
  utc_offset: queryNumber,
  sort: text,
  order: text,
})

export function mountMarginRoutes(api: AdminApi, deps: AdminDependencies): void {
  const service = createMarginService(deps)
  api.route(
    'GET /api/margin/',
    {
      summary: 'Charge, cost and margin by any of model, channel, user and day',
      query,
      data: marginPage,
    },
    async ({ query, raw }) => ({ data: await service.report(query, raw.signal) }),
  )
}
