import { hasRight } from '@sluice/contract/admin-rights'
import type { ConsoleCaller } from '../../identity/console-caller.ts'
import { languageOf } from '../../platform/accepted-language.ts'
import type { AdminApi } from '../admin-api.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { mountKeyRoutes } from './key-routes.ts'
import { mountLastCall } from './last-call.ts'
import { parseCursor, parseEntryTime, parseLogFilter, parseLogSlice, parseUserLogFilter } from './parse-log-query.ts'
import { createReceiptLinks, type ReceiptLinks } from './receipt-links.ts'
import { createLogService, type LogReader, type LogService } from './service.ts'

const readerOf = (
  view: LogReader['view'],
  { caller, raw }: { caller: Pick<ConsoleCaller, 'language'>; raw: Request },
): LogReader => ({ view, language: languageOf(raw.headers, caller) })

export function mountLogRoutes(api: AdminApi, deps: AdminDependencies): void {
  const service = createLogService(deps)
  mountKeyRoutes(api, deps, service)
  mountAdmin(api, service)
  mountOwn(api, service)
  mountPurge(api, service)
  mountReceipts(api, createReceiptLinks(deps))
  mountLastCall(api, deps)
}

function mountAdmin(api: AdminApi, service: LogService): void {
  api.route('GET /api/log/', async ({ query, ...request }) => ({
    data: await service.list(readerOf('admin', request), parseLogFilter(query), parseLogSlice(query)),
  }))
  api.route('GET /api/log/stat', async ({ query, raw }) => ({
    data: await service.stat(parseLogFilter(query), raw.signal),
  }))
  api.route('GET /api/log/histogram', async ({ query, raw }) => ({
    data: await service.histogram(parseLogFilter(query), raw.signal),
  }))
  api.route('GET /api/log/export', ({ query: { format, ...query }, caller, raw }) =>
    service.export(readerOf('admin', { caller, raw }), {
      account: caller,
      filter: parseLogFilter(query),
      format,
      signal: raw.signal,
    }),
  )
  api.route('GET /api/log/entry/:id', async ({ params: { id }, query, ...request }) => ({
    data: await service.entry(readerOf('admin', request), { id, createdAt: parseEntryTime(query) }),
  }))
  api.route('GET /api/log/store', async () => ({ data: await service.storeState() }))
  api.route('GET /api/log/search', async ({ query: { keyword, cursor = '' }, ...request }) => {
    const after = parseCursor(cursor)
    const { items, ...beside } = await service.search(readerOf('admin', request), { keyword, after })
    return { data: items, ...beside }
  })
}

function mountOwn(api: AdminApi, service: LogService): void {
  api.route('GET /api/log/self', async ({ caller, query, raw }) => ({
    data: await service.list(
      readerOf('own', { caller, raw }),
      parseUserLogFilter(query, caller.id),
      parseLogSlice(query),
    ),
  }))
  api.route('GET /api/log/self/stat', async ({ caller, query, raw }) => ({
    data: await service.stat(parseUserLogFilter(query, caller.id), raw.signal),
  }))
  api.route('GET /api/log/self/histogram', async ({ caller, query, raw }) => ({
    data: await service.histogram(parseUserLogFilter(query, caller.id), raw.signal),
  }))
  api.route('GET /api/log/self/export', ({ query: { format, ...query }, caller, raw }) =>
    service.export(readerOf('own', { caller, raw }), {
      account: caller,
      filter: parseUserLogFilter(query, caller.id),
      format,
      signal: raw.signal,
    }),
  )
  api.route('GET /api/log/self/entry/:id', async ({ caller, params: { id }, query, raw }) => {
    const place = { id, createdAt: parseEntryTime(query), userId: caller.id }
    return { data: await service.entry(readerOf('own', { caller, raw }), place) }
  })
  api.route('GET /api/log/self/search', async ({ caller, query: { keyword, cursor = '' }, raw }) => {
    const asked = { keyword, after: parseCursor(cursor), userId: caller.id }
    const { items, ...beside } = await service.search(readerOf('own', { caller, raw }), asked)
    return { data: items, ...beside }
  })
}

function mountPurge(api: AdminApi, service: LogService): void {
  api.route('DELETE /api/log/', ({ query, caller, audit }) => service.purge(query.target_timestamp, { caller, audit }))
}

function mountReceipts(api: AdminApi, links: ReceiptLinks): void {
  api.route('POST /api/log/receipt', async ({ body, caller }) => ({
    data: await links.make(body, hasRight(caller, 'log.read') ? undefined : caller.id),
  }))
  api.route('DELETE /api/log/receipt', async ({ caller }) => {
    await links.revoke(caller.id)
    return {}
  })
  api.route('GET /api/receipt/:link', async ({ params: { link }, setHeader }) => {
    setHeader('cache-control', 'no-store')
    setHeader('x-robots-tag', 'noindex')
    return { data: await links.read(link) }
  })
}
