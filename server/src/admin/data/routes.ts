import { usageBucket } from '@sluice/contract/data'
import { z } from 'zod'
import type { AdminApi } from '../admin-api.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { createDataService } from './service.ts'

const text = z.string().max(255).optional()
const ownQuery = z.object({ start_timestamp: text, end_timestamp: text })
const adminQuery = ownQuery.extend({ username: z.string().max(255).default('') })
const data = z.array(usageBucket)

export function mountDataRoutes(api: AdminApi, deps: AdminDependencies): void {
  const service = createDataService(deps)
  api.route(
    'GET /api/data/',
    {
      summary:
        'Calls, quota and tokens by model and hour, of all accounts together or of one; by day beyond 31 days',
      query: adminQuery,
      data,
    },
    async ({ query, raw }) => ({ data: await service.all(query.username, query, raw.signal) }),
  )
  api.route(
    'GET /api/data/self',
    { summary: 'Own calls, quota and tokens by model and hour', query: ownQuery, data },
    async ({ caller, query, raw }) => ({ data: await service.own(caller, query, raw.signal) }),
  )
}
