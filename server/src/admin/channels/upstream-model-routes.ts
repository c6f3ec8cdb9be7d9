import { languageOf } from '../../platform/accepted-language.ts'
import type { AdminApi } from '../admin-api.ts'
import type { AdminDependencies } from '../dependencies.ts'
import type { ChannelService } from './service.ts'
import { mountWatching } from './upkeep-routes.ts'
import { createUpstreamModelChanges } from './upstream-model-changes.ts'

export function mountUpstreamModelRoutes(
  api: AdminApi,
  { db, upkeep }: AdminDependencies,
  service: ChannelService,
): void {
  const changes = createUpstreamModelChanges({ db }, service)
  mountWatching(api, { upkeep, kind: 'models', path: '/api/channel/upstream_updates' })
  api.route('GET /api/channel/upstream_updates', async ({ caller, raw }) => ({
    data: await changes.list(languageOf(raw.headers, caller)),
  }))
  api.route('POST /api/channel/upstream_updates/detect', async ({ body, caller, raw }) => {
    await upkeep.checkModels(body.id, raw.signal)
    return { data: await changes.read(body.id, languageOf(raw.headers, caller)) }
  })
  api.route('POST /api/channel/upstream_updates/detect_all', async ({ caller, audit, raw }) => {
    await upkeep.startSweep('models', caller)
    await audit({ objectType: 'channel', action: 'channel.check_models', objectId: '' })
    return { data: await upkeep.progress('models', 0, languageOf(raw.headers, caller)) }
  })
  api.route('POST /api/channel/upstream_updates/apply', async ({ body, audit }) => ({
    data: await changes.apply(body, audit),
  }))
  api.route('POST /api/channel/upstream_updates/apply_all', async ({ body, audit }) => ({
    data: await changes.applyAll(body.ids, audit),
  }))
}
