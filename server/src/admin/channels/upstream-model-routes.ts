import { languageOf } from '../../platform/accepted-language.ts'
import type { Services } from '../../services.ts'
import type { AdminApi } from '../admin-api.ts'
import type { ChannelService } from './service.ts'
import { mountWatching } from './upkeep-routes.ts'
import type { ChannelUpkeep } from './upkeep-service.ts'
import { createUpstreamModelChanges } from './upstream-model-changes.ts'

export function mountUpstreamModelRoutes(
  api: AdminApi,
  { db }: Services<'db'>,
  { service, upkeep }: { service: ChannelService; upkeep: ChannelUpkeep },
): void {
  const changes = createUpstreamModelChanges({ db, upkeep }, service)
  mountWatching(api, { upkeep, kind: 'models', path: '/api/channel/upstream_updates' })
  api.route('GET /api/channel/upstream_updates', async ({ caller, raw }) => ({
    data: await changes.list(languageOf(raw.headers, caller)),
  }))
  api.route('POST /api/channel/upstream_updates/detect', async ({ body, caller, raw }) => ({
    data: await changes.detect(body.id, { language: languageOf(raw.headers, caller), signal: raw.signal }),
  }))
  api.route('POST /api/channel/upstream_updates/detect_all', async ({ caller, audit, raw }) => ({
    data: await upkeep.startSweep('models', { caller, audit, language: languageOf(raw.headers, caller) }),
  }))
  api.route('POST /api/channel/upstream_updates/apply', async ({ body, audit }) => ({
    data: await changes.apply(body, audit),
  }))
  api.route('POST /api/channel/upstream_updates/apply_all', async ({ body, audit }) => ({
    data: await changes.applyAll(body.ids, audit),
  }))
}
