import type { SweepKind } from '@sluice/contract/channel-sweep'
import { languageOf } from '../../platform/accepted-language.ts'
import type { AdminApi } from '../admin-api.ts'
import type { Doctor } from './doctor-service.ts'
import type { ChannelService } from './service.ts'
import type { ChannelUpkeep } from './upkeep-service.ts'

/** Tests and balances, of one channel or of all. */
export function mountUpkeepRoutes(
  api: AdminApi,
  { upkeep, service }: { upkeep: ChannelUpkeep; service: Pick<ChannelService, 'draft'> },
): void {
  // Before the routes of one channel, which would match their last segment as its id.
  mountWatching(api, { upkeep, kind: 'test', path: '/api/channel/test' })
  mountWatching(api, { upkeep, kind: 'balance', path: '/api/channel/update_balance' })
  api.route('GET /api/channel/test', async ({ caller, audit, raw }) => ({
    data: await upkeep.startSweep('test', { caller, audit, language: languageOf(raw.headers, caller) }),
  }))
  api.route('POST /api/channel/test', async ({ body, caller, raw }) => {
    const language = languageOf(raw.headers, caller)
    const draft = service.draft(body.channel, caller)
    return await upkeep.testUnsaved(draft, { model: body.model, language, signal: raw.signal })
  })
  api.route('POST /api/channel/test/batch', async ({ body, caller, audit, raw }) => ({
    data: await upkeep.startSweep('test', { caller, audit, language: languageOf(raw.headers, caller) }, body.ids),
  }))
  api.route('GET /api/channel/test/:id', async ({ params, query, caller, raw }) => {
    const request = { model: query.model, endpoint: query.endpoint_type, isStream: query.stream }
    const language = languageOf(raw.headers, caller)
    return await upkeep.test(params.id, request, { caller, language, signal: raw.signal })
  })
  api.route('GET /api/channel/update_balance', async ({ caller, raw }) => ({
    data: await upkeep.updateBalances(caller, { language: languageOf(raw.headers, caller), signal: raw.signal }),
  }))
  api.route('GET /api/channel/update_balance/:id', ({ params, raw }) => upkeep.updateBalance(params.id, raw.signal))
}

/** Checks of a channel as clients call it. */
export function mountDoctorRoutes(api: AdminApi, doctor: Doctor): void {
  api.route('POST /api/channel/:id/doctor/estimate', async ({ params, body, caller }) => ({
    data: await doctor.estimate(params.id, body, caller),
  }))
  api.route('POST /api/channel/:id/doctor', async ({ params, body, caller, audit }) => ({
    data: await doctor.start(params.id, body, { caller, audit }),
  }))
  api.route('GET /api/channel/:id/doctor', async ({ params }) => ({ data: await doctor.read(params.id) }))
  api.route('POST /api/channel/:id/doctor/cancel', async ({ params }) => ({ data: await doctor.cancel(params.id) }))
}

export function mountWatching(
  api: AdminApi,
  {
    upkeep,
    kind,
    path,
  }: {
    upkeep: ChannelUpkeep
    kind: SweepKind
    path: '/api/channel/test' | '/api/channel/update_balance' | '/api/channel/upstream_updates'
  },
): void {
  api.route(`GET ${path}/progress`, async ({ query, caller, raw }) => ({
    data: await upkeep.progress(kind, query.results, languageOf(raw.headers, caller)),
  }))
  api.route(`POST ${path}/cancel`, async () => ({ data: await upkeep.cancelSweep(kind) }))
}
