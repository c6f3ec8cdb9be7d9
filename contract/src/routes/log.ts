import { z } from 'zod'
import { tokenUsage } from '../api-token.ts'
import { pagedListOf } from '../envelope.ts'
import { pageQuery, spanQuery } from '../paging.ts'
import { queryNumber } from '../query-number.ts'
import { receiptLink, receiptLinkRequest, receiptParams, sharedReceipt } from '../receipt.ts'
import { idParams, listFigures, route } from '../route.ts'
import {
  exportFormats,
  lastCall,
  logStoreState,
  usageEntry,
  usageHistogram,
  usageLog,
  usageStat,
} from '../usage-log.ts'

const text = z.string().max(255).optional()
/** `1`: only rows about calls, charged or failed. */
const callsOnly = queryNumber
const ownQuery = z.object({
  ...pageQuery,
  cursor: text,
  type: queryNumber,
  token_name: text,
  model_name: text,
  ...spanQuery,
  group: text,
  request_id: text,
  /** The id that the upstream gave the call. */
  upstream_id: text,
  /** The program that called, as `client` of its row. */
  client: text,
  calls_only: callsOnly,
})
const adminQuery = ownQuery.extend({ username: text, channel: queryNumber })
const searchQuery = z.object({ keyword: z.string().max(255).default(''), cursor: text })
const nextCursor = z.object({ next_cursor: z.string().nullable() })
const page = pagedListOf(usageLog).extend({ total_max: z.number(), next_cursor: z.string().nullable() })
const rows = z.array(usageLog)
const entryQuery = z.object({ created_at: queryNumber })
const exported = { format: z.enum(exportFormats).default('csv') }
const exportFile = 'application/octet-stream'
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
  'GET /api/log/histogram': route({
    access: 'admin',
    summary: 'Calls, failures and charges of all accounts over time; the last 30 days unless times are given',
    query: adminQuery,
    data: usageHistogram,
  }),
  'GET /api/log/export': route({
    access: 'admin',
    summary: 'All rows of a filter as CSV or JSON lines, newest first, as a stream of any length',
    query: adminQuery.extend(exported),
    file: exportFile,
    errors: ['too_many_concurrent_calls'],
  }),
  'GET /api/log/entry/:id': route({
    access: 'admin',
    summary: 'One usage row by its id and its time in seconds, with the other rows of its call',
    params: idParams,
    query: entryQuery,
    data: usageEntry,
    errors: ['not_found'],
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
  'GET /api/log/self/last-call': route({
    access: 'user',
    summary: 'The newest call of an own token since a time of the server, at most a quarter of an hour ago',
    query: z.object({ token_id: queryNumber, since: queryNumber }),
    data: lastCall,
  }),
  'GET /api/log/self/stat': route({
    access: 'user',
    summary: 'The charge of own rows, and the calls and tokens of the last minute',
    query: ownQuery,
    data: usageStat,
  }),
  'GET /api/log/self/histogram': route({
    access: 'user',
    summary: 'Own calls, failures and charges over time; the last 30 days unless times are given',
    query: ownQuery,
    data: usageHistogram,
  }),
  'GET /api/log/self/export': route({
    access: 'user',
    summary: 'All own rows of a filter as CSV or JSON lines, newest first, as a stream of any length',
    query: ownQuery.extend(exported),
    file: exportFile,
    errors: ['too_many_concurrent_calls'],
  }),
  'GET /api/log/self/entry/:id': route({
    access: 'user',
    summary: 'One own usage row by its id and its time in seconds, with the other rows of its call',
    params: idParams,
    query: entryQuery,
    data: usageEntry,
    errors: ['not_found'],
  }),
  'GET /api/log/self/search': route({
    access: 'user',
    summary: 'The newest 100 own rows of a type; the rest by cursor',
    query: searchQuery,
    data: rows,
    beside: nextCursor,
  }),
  'POST /api/log/receipt': route({
    access: 'user',
    summary: 'Makes a link to the receipt of a call, which shows it without a login; administrators: of any account',
    body: receiptLinkRequest,
    data: receiptLink,
    errors: ['not_found'],
  }),
  'DELETE /api/log/receipt': route({
    access: 'user',
    summary: 'Revokes all links to receipts of the own account',
    errors: ['server_overloaded'],
  }),
  'GET /api/receipt/:link': route({
    access: 'public',
    summary: 'The receipt of a call by its link: amounts without content, account, key and route',
    params: receiptParams,
    data: sharedReceipt,
    errors: ['not_found'],
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
    summary:
      'Deletes usage rows older than a time in seconds; balances stay. Answers how many at the end, or after twenty seconds, while it goes on',
    query: z.object({ target_timestamp: queryNumber }),
    data: z.number(),
    beside: z.object({ is_running: z.boolean() }),
    errors: ['work_running'],
  }),
}
