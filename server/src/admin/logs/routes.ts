import { pagedListOf } from '@sluice/contract/envelope'
import { reasonText } from '@sluice/contract/error-reasons'
import { pageQuery, spanQuery } from '@sluice/contract/paging'
import { queryNumber } from '@sluice/contract/query-number'
import { usageLog, usageStat } from '@sluice/contract/usage-log'
import { z } from 'zod'
import type { Caller } from '../../identity/caller.ts'
import { refuse } from '../../identity/login-limits.ts'
import { languageOf } from '../../platform/accepted-language.ts'
import { networkOf } from '../../platform/client-address.ts'
import type { AdminApi } from '../admin-api.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { refusedRequest } from '../refused-field.ts'
import { admitKey } from './admit-key.ts'
import { parseLogFilter, parseLogSlice, parseUserLogFilter } from './parse-log-query.ts'
import { createLogService, type LogReader, type LogService } from './service.ts'

const text = z.string().max(255).optional()
const ownQuery = z.object({
  ...pageQuery,
  cursor: text,
  type: queryNumber,
  token_name: text,
  model_name: text,
  ...spanQuery,
  group: text,
})
const adminQuery = ownQuery.extend({ username: text, channel: queryNumber })
const searchQuery = z.object({ keyword: z.string().max(255).default('') })
const page = pagedListOf(usageLog).extend({ total_max: z.number(), next_cursor: z.string().nullable() })
const rows = z.array(usageLog)

const readerOf = (
  view: LogReader['view'],
  { caller, raw }: { caller: Pick<Caller, 'language'>; raw: Request },
): LogReader => ({ view, language: languageOf(raw.headers, caller) })

export function mountLogRoutes(api: AdminApi, deps: AdminDependencies): void {
  const service = createLogService(deps)
  mountOfKey(api, deps, service)
  mountAdmin(api, service)
  mountOwn(api, service)
  mountPurge(api, service)
}

function mountAdmin(api: AdminApi, service: LogService): void {
  api.route(
    'GET /api/log/',
    {
      summary:
        'Lists usage rows of all accounts, newest first; counted up to 10 000, paged further by cursor',
      query: adminQuery,
      data: page,
    },
    async ({ query, ...request }) => ({
      data: await service.list(readerOf('admin', request), parseLogFilter(query), parseLogSlice(query)),
    }),
  )
  api.route(
    'GET /api/log/stat',
    {
      summary: 'What the rows cost, and calls and tokens of the last minute',
      query: adminQuery,
      data: usageStat,
    },
    async ({ query, raw }) => ({ data: await service.stat(parseLogFilter(query), raw.signal) }),
  )
  api.route(
    'GET /api/log/search',
    {
      summary:
        'The newest 100 rows of a type, or by the beginning of their content as it is stored, in English',
      query: searchQuery,
      data: rows,
    },
    async ({ query, ...request }) => ({
      data: await service.search(readerOf('admin', request), query.keyword),
    }),
  )
}

function mountOwn(api: AdminApi, service: LogService): void {
  api.route(
    'GET /api/log/self',
    {
      summary: 'Lists own usage rows, newest first; counted up to 10 000, paged further by cursor',
      query: ownQuery,
      data: page,
    },
    async ({ caller, query, raw }) => ({
      data: await service.list(
        readerOf('own', { caller, raw }),
        parseUserLogFilter(query, caller.id),
        parseLogSlice(query),
      ),
    }),
  )
  api.route(
    'GET /api/log/self/stat',
    {
      summary: 'What own rows cost, and calls and tokens of the last minute',
      query: ownQuery,
      data: usageStat,
    },
    async ({ caller, query, raw }) => ({
      data: await service.stat(parseUserLogFilter(query, caller.id), raw.signal),
    }),
  )
  api.route(
    'GET /api/log/self/search',
    { summary: 'The newest 100 own rows of a type', query: searchQuery, data: rows },
    async ({ caller, query, raw }) => ({
      data: await service.search(readerOf('own', { caller, raw }), query.keyword, caller.id),
    }),
  )
}

/** For tools that hold nothing but a key: the rows of that key, as its owner sees them. */
function mountOfKey(api: AdminApi, deps: AdminDependencies, service: LogService): void {
  api.route(
    'GET /api/log/token',
    {
      summary: 'Lists the usage rows of the API key in the header Authorization or x-api-key',
      query: ownQuery.omit({ token_name: true }),
      data: page,
    },
    async ({ query, raw, ip }) => {
      refuse(await deps.keyLimit.take(networkOf(ip)))
      const { userId, tokenId, language } = await admitKey(deps, raw, ip)
      const filter = { ...parseUserLogFilter(query, userId), tokenId }
      const reader = readerOf('own', { caller: { language }, raw })
      return { data: await service.list(reader, filter, parseLogSlice(query)) }
    },
  )
}

function mountPurge(api: AdminApi, service: LogService): void {
  api.route(
    'DELETE /api/log/',
    {
      summary: 'Deletes usage rows older than a time in seconds; balances stay',
      query: z.object({ target_timestamp: queryNumber }),
      data: z.number(),
    },
    async ({ query, raw, audit }) => {
      const before = query.target_timestamp ?? 0
      if (before <= 0) throw refusedRequest(reasonText('timeRequired'))
      // Before the first row goes: a purge that breaks off has deleted some all the same.
      await audit({ action: 'log.purge', objectType: 'usage_log', objectId: '', after: { before } })
      return { data: await service.purge(before * 1000, raw.signal) }
    },
  )
}
