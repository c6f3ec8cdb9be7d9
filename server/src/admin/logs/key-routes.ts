import { languageOf } from '../../platform/accepted-language.ts'
import type { AdminApi } from '../admin-api.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { admitKey } from './admit-key.ts'
import { parseKeyLogSlice, parseUserLogFilter } from './parse-log-query.ts'
import { readTokenUsage } from './read-token-usage.ts'
import type { LogService } from './service.ts'

/** For tools that have only a key: its calls, and its remaining quota. */
export function mountKeyRoutes(api: AdminApi, deps: AdminDependencies, service: LogService): void {
  api.route('GET /api/log/token', async ({ query, raw, ip }) => {
    const { userId, tokenId, language } = await admitKey(deps, raw, { ip, inQuery: query.key })
    const filter = { ...parseUserLogFilter(query, userId), tokenIds: [tokenId] }
    const reader = { view: 'own', language: languageOf(raw.headers, { language }) } as const
    const { items, ...beside } = await service.list(reader, filter, parseKeyLogSlice(query))
    return { data: items, ...beside }
  })
  api.route('GET /api/usage/token/', async ({ query, raw, ip }) => {
    const token = await admitKey(deps, raw, { ip, inQuery: query.key })
    return { code: true, message: 'ok', data: await readTokenUsage(deps, token) }
  })
}
