import { z } from 'zod'
import { dataChannels, dataFlow, dataOverview, dataTokens, dataUser, usageBucket } from '../data.ts'
import { spanQuery } from '../paging.ts'
import { route } from '../route.ts'

const text = z.string().max(255).optional()
const username = z.string().max(255).default('')
const ownQuery = z.object(spanQuery)
const adminQuery = ownQuery.extend({ username })
const overviewQuery = ownQuery.extend({ step: text, time_zone: text })
const data = z.array(usageBucket)

export const dataRoutes = {
  'GET /api/data/': route({
    access: 'admin',
    summary: 'Calls, quota and tokens by model and hour, of all accounts together or of one; by day beyond 31 days',
    query: adminQuery,
    data,
    errors: ['dashboard_disabled', 'not_found'],
  }),
  'GET /api/data/self': route({
    access: 'user',
    summary: 'Own calls, quota and tokens by model and hour',
    query: ownQuery,
    data,
    errors: ['dashboard_disabled', 'not_found'],
  }),
  'GET /api/data/flow': route({
    access: 'admin',
    summary: 'Calls, quota and tokens by account, group, channel and model, of all accounts together or of one',
    query: adminQuery,
    data: z.array(dataFlow),
    errors: ['dashboard_disabled', 'not_found'],
  }),
  'GET /api/data/flow/self': route({
    access: 'user',
    summary: 'Own calls, quota and tokens by token, group and model',
    query: ownQuery,
    data: z.array(dataFlow),
    errors: ['dashboard_disabled', 'not_found'],
  }),
  'GET /api/data/overview': route({
    access: 'admin',
    summary: 'Sums, their change and their series by step and model, of all accounts together or of one',
    query: overviewQuery.extend({ username }),
    data: dataOverview,
    errors: ['dashboard_disabled', 'not_found'],
  }),
  'GET /api/data/self/overview': route({
    access: 'user',
    summary: 'Own sums, their change and their series',
    query: overviewQuery,
    data: dataOverview,
    errors: ['dashboard_disabled', 'not_found'],
  }),
  'GET /api/data/tokens': route({
    access: 'admin',
    summary: 'The balance and pace of an account, the API tokens with the highest charges and those that run out soon',
    query: adminQuery,
    data: dataTokens,
    errors: ['dashboard_disabled', 'not_found'],
  }),
  'GET /api/data/self/tokens': route({
    access: 'user',
    summary: 'Own balance and pace, the API tokens with the highest charges and those that run out soon',
    query: ownQuery,
    data: dataTokens,
    errors: ['dashboard_disabled', 'not_found'],
  }),
  'GET /api/data/users': route({
    access: 'admin',
    summary: 'The accounts with the highest charges',
    query: ownQuery,
    data: z.array(dataUser),
    errors: ['dashboard_disabled', 'not_found'],
  }),
  'GET /api/data/channels': route({
    access: 'admin',
    summary: 'Disabled channels, and those on which calls failed',
    query: ownQuery,
    data: dataChannels,
    errors: ['dashboard_disabled', 'not_found'],
  }),
}
