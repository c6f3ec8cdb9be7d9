import { z } from 'zod'
import { tokenUsage } from '../api-token.ts'
import { pagedListOf } from '../envelope.ts'
import { pageQuery, spanQuery } from '../paging.ts'
import { queryNumber } from '../query-number.ts'
import { listFigures, route } from '../route.ts'
import { logStoreState, usageLog, usageStat } from '../usage-log.ts'

const text = z.string().max(255).optional()
const ownQuery = z.object({
  ...pageQuery,
  cursor: text,
  type: queryNumber,
  token_name: text,
  model_name: text,
  ...spanQuery,
  group: text,
  request_id: text,
})
const adminQuery = ownQuery.extend({ username: text, channel: queryNumber })
const searchQuery = z.object({ keyword: z.string().max(255).default(''), cursor: text })
const nextCursor = z.object({ next_cursor: z.string().nullable() })
const page = pagedListOf(usageLog).extend({ total_max: z.number(), next_cursor: z.string().nullable() })
const rows = z.array(usageLog)
/** `key` counts while the option KeyInQueryEnabled is on. */
const keyQuery = z.object({ key: z.string().max(255).optional() })
const keyErrors = [
  'api_key_disabled',
  'api_key_exhausted',
  'api_key_expired',
  'invalid_api_key',
  'ip_not_allowed',
  'missing_api_key',
  'user_banned',
] as const

export const logRoutes = {
  'GET /api/log/': route({
    access: 'admin',
    summary: 'Lists usage rows of all accounts, newest first; counted up to 10 000, paged further by cursor',
    query: adminQuery,
    data: page,
  }),
  'GET /api/log/stat': route({
    access: 'admin',
    summary: 'The charge of the rows, and the calls and tokens of the last minute',
    query: adminQuery,
    data: usageStat,
  }),
  'GET /api/log/store': route({
    access: 'admin',
    summary: 'Whether the log database answers, and how many usage rows wait for it',
    data: logStoreState,
  }),
  'GET /api/log/search': route({
    access: 'admin',
    summary:
      'The newest 100 rows of a type, or by the beginning of their content as it is stored, in English; the rest by cursor',
    query: searchQuery,
    data: rows,
    beside: nextCursor,
  }),
  'GET /api/log/self': route({
    access: 'user',
    summary: 'Lists own usage rows, newest first; counted up to 10 000, paged further by cursor',
    query: ownQuery,
    data: page,
  }),
  'GET /api/log/self/stat': route({
    access: 'user',
    summary: 'The charge of own rows, and the calls and tokens of the last minute',
    query: ownQuery,
    data: usageStat,
  }),
  'GET /api/log/self/search': route({
    access: 'user',
    summary: 'The newest 100 own rows of a type; the rest by cursor',
    query: searchQuery,
    data: rows,
    beside: nextCursor,
  }),
  'GET /api/log/token': route({
    access: 'key',
    summary: 'Lists the usage rows of the API key in the header Authorization or x-api-key',
    query: ownQuery.omit({ token_name: true }).extend(keyQuery.shape),
    data: rows,
    beside: listFigures.extend({ total_max: z.number(), ...nextCursor.shape }),
    errors: keyErrors,
  }),
  'GET /api/usage/token/': route({
    access: 'key',
    summary: 'The used and remaining quota of the API key in the header Authorization or x-api-key',
    query: keyQuery,
    data: tokenUsage,
    /** In the form that clients of this route know. */
    beside: z.object({ code: z.literal(true) }),
    errors: keyErrors,
  }),
  'DELETE /api/log/': route({
    access: 'root',
    summary: 'Deletes usage rows older than a time in seconds; balances stay',
    query: z.object({ target_timestamp: queryNumber }),
    data: z.number(),
  }),
}
