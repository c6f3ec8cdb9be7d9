import { dataChannels, dataOverview, dataTokens, dataUser, usageBucket } from '@sluice/contract/data'
import { spanQuery } from '@sluice/contract/paging'
import { z } from 'zod'
import { languageOf } from '../../platform/accepted-language.ts'
import type { AdminApi } from '../admin-api.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { createFigures } from './figures.ts'
import { createDataService } from './service.ts'

const text = z.string().max(255).optional()
const username = z.string().max(255).default('')
const ownQuery = z.object(spanQuery)
const adminQuery = ownQuery.extend({ username })
const overviewQuery = ownQuery.extend({ step: text, time_zone: text })
const data = z.array(usageBucket)

export function mountDataRoutes(api: AdminApi, deps: AdminDependencies): void {
  const service = createDataService(deps)
  const figures = createFigures(deps)
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
  api.route(
    'GET /api/data/overview',
    {
      summary: 'Sums, their change and their course by step and model, of all accounts together or of one',
      query: overviewQuery.extend({ username }),
      data: dataOverview,
    },
    async ({ query, raw }) => ({ data: await figures.overview(query.username, query, raw.signal) }),
  )
  api.route(
    'GET /api/data/self/overview',
    { summary: 'Own sums, their change and their course', query: overviewQuery, data: dataOverview },
    async ({ caller, query, raw }) => ({ data: await figures.ownOverview(caller.id, query, raw.signal) }),
  )
  api.route(
    'GET /api/data/tokens',
    {
      summary: 'What an account has left, its pace, the API tokens that spend most and those that end soon',
      query: adminQuery,
      data: dataTokens,
    },
    async ({ query, raw }) => ({ data: await figures.tokens(query.username, query, raw.signal) }),
  )
  api.route(
    'GET /api/data/self/tokens',
    {
      summary: 'Own balance and pace, the API tokens that spend most and those that end soon',
      query: ownQuery,
      data: dataTokens,
    },
    async ({ caller, query, raw }) => ({ data: await figures.ownTokens(caller.id, query, raw.signal) }),
  )
  api.route(
    'GET /api/data/users',
    { summary: 'The accounts that were charged most', query: ownQuery, data: z.array(dataUser) },
    async ({ query, raw }) => ({ data: await figures.users(query, raw.signal) }),
  )
  api.route(
    'GET /api/data/channels',
    {
      summary: 'Channels that are switched off, and those on which calls failed',
      query: ownQuery,
      data: dataChannels,
    },
    async ({ caller, query, raw }) => ({
      data: await figures.channels(query, languageOf(raw.headers, caller), raw.signal),
    }),
  )
}
