import { languageOf } from '../../platform/accepted-language.ts'
import type { AdminApi } from '../admin-api.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { createPricingService } from './service.ts'

export function mountPricingRoutes(api: AdminApi, deps: AdminDependencies): void {
  const service = createPricingService(deps)
  api.route('GET /api/home_facts', async ({ caller, raw }) => ({
    data: await service.readHomeFacts(caller, languageOf(raw.headers, caller)),
  }))
  api.route('GET /api/price_history', async ({ caller, query }) => ({
    data: { changes: await service.readPriceHistory(caller, query.model) },
  }))
  api.route('GET /api/site_health', async ({ caller, raw }) => ({
    data: await service.readHealth(languageOf(raw.headers, caller)),
  }))
  api.route('GET /api/perf-metrics/summary', async ({ caller, query }) => ({
    data: { models: await service.readSpeeds(caller, query.hours) },
  }))
  api.route('GET /api/pricing', ({ caller, raw }) => {
    const { body, etag } = service.readPrices(caller, languageOf(raw.headers, caller))
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      // Only the browser of the caller caches it, and revalidates each time.
      'cache-control': 'private, no-cache',
      vary: 'cookie, accept-language',
      etag,
    }
    return isSame(raw.headers.get('if-none-match'), etag)
      ? new Response(null, { status: 304, headers })
      : new Response(body, { headers })
  })
}

/** A proxy that compresses makes the tag weak; the content is the same. */
const isSame = (asked: string | null, etag: string): boolean =>
  (asked ?? '').split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
