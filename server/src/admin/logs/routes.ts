import type { ConsoleCaller } from '../../identity/console-caller.ts'
import { languageOf } from '../../platform/accepted-language.ts'
import type { AdminApi } from '../admin-api.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { mountKeyRoutes } from './key-routes.ts'
import { parseCursor, parseLogFilter, parseLogSlice, parseUserLogFilter } from './parse-log-query.ts'
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
}

function mountAdmin(api: AdminApi, service: LogService): void {
  api.route('GET /api/log/', async ({ query, ...request }) => ({
    data: await service.list(readerOf('admin', request), parseLogFilter(query), parseLogSlice(query)),
  }))
  api.route('GET /api/log/stat', async ({ query, raw }) => ({
    data: await service.stat(parseLogFilter(query), raw.signal),
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
  api.route('GET /api/log/self/search', async ({ caller, query: { keyword, cursor = '' }, raw }) => {
    const asked = { keyword, after: parseCursor(cursor), userId: caller.id }
    const { items, ...beside } = await service.search(readerOf('own', { caller, raw }), asked)
    return { data: items, ...beside }
  })
}

function mountPurge(api: AdminApi, service: LogService): void {
  api.route('DELETE /api/log/', async ({ query, raw, audit }) => ({
    data: await service.purge(query.target_timestamp, { audit, signal: raw.signal }),
  }))
}
