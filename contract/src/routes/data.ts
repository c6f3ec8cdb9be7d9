import { z } from 'zod'
import {
  dataAttention,
  dataChannels,
  dataCustomers,
  dataErrors,
  dataFlow,
  dataOverview,
  dataSiteErrors,
  dataTokens,
  dataUser,
  usageBucket,
} from '../data.ts'
import { spanQuery } from '../paging.ts'
import { queryNumber } from '../query-number.ts'
import { route } from '../route.ts'

const text = z.string().max(255).optional()
const username = z.string().max(255).default('')
const ownQuery = z.object(spanQuery)
const adminQuery = ownQuery.extend({ username })
/** The filters of the usage log that the hourly sums have. */
const callQuery = ownQuery.extend({ type: queryNumber, token_name: text, model_name: text, group: text })
const adminCallQuery = callQuery.extend({ username, channel: queryNumber })
/**
 * `by`: one or two of `dataGroupings`, separated by a comma. `parts`: `all` = up to `dataFiguresMax` figures of parts
 * in place of `dataPartsMax` parts.
 */
const overview = { step: text, time_zone: text, by: text, parts: z.enum(['', 'all']).default('') }
const data = z.array(usageBucket)

export const dataRoutes = {
  'GET /api/data/': route({
    access: 'admin',
    summary:
      'Calls, quota and tokens by model and hour, of all accounts together or of one; by day beyond 31 days or 10 000 rows',
    query: adminQuery,
    data,
    errors: ['dashboard_disabled', 'not_found'],
  }),
  'GET /api/data/self': route({
    access: 'user',
    summary: 'Own calls, quota and tokens by model and hour; by day beyond 10 000 rows',
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
    summary: 'Sums, their change and their series by step and part, of all accounts together or of one',
    query: adminCallQuery.extend(overview),
    data: dataOverview,
    errors: ['dashboard_disabled', 'not_found'],
  }),
  'GET /api/data/self/overview': route({
    access: 'user',
    summary: 'Own sums, their change and their series',
    query: callQuery.extend(overview),
    data: dataOverview,
    errors: ['dashboard_disabled', 'not_found'],
  }),
  'GET /api/data/errors': route({
    access: 'admin',
    summary: 'Why the newest failed calls failed, of all accounts together or of one',
    query: adminCallQuery,
    data: dataSiteErrors,
    errors: ['dashboard_disabled', 'not_found'],
  }),
  'GET /api/data/self/errors': route({
    access: 'user',
    summary: 'Why the newest own failed calls failed',
    query: callQuery,
    data: dataErrors,
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
  'GET /api/data/attention': route({
    access: 'admin',
    summary: 'What the site does now, and what needs an administrator',
    data: dataAttention,
    errors: ['dashboard_disabled'],
  }),
  'GET /api/data/customers': route({
    access: 'admin',
    summary: 'The newest accounts, and those whose balance is about to end',
    data: dataCustomers,
    errors: ['dashboard_disabled'],
  }),
  'GET /api/data/channels': route({
    access: 'admin',
    summary: 'Disabled channels, and those on which calls failed',
    query: ownQuery,
    data: dataChannels,
    errors: ['dashboard_disabled', 'not_found'],
  }),
}
