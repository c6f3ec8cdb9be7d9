import type { Channel } from '@sluice/contract/channel'
import { channelPageSizeMax } from '@sluice/contract/channel-list'
import { lacksPath } from '@sluice/contract/channel-types'
import { render } from '@sluice/contract/messages/render'
import type { channelListQuery } from '@sluice/contract/routes/channel'
import type { z } from 'zod'
import type { ConsoleCaller } from '../../identity/console-caller.ts'
import { requireRight } from '../../identity/require-right.ts'
import { type Language, languageOf } from '../../platform/accepted-language.ts'
import type { AdminApi } from '../admin-api.ts'
import type { AdminDependencies } from '../dependencies.ts'
import type { PageConvention } from '../paging.ts'
import { requireId } from '../refused-field.ts'
import { createChannelFigures } from './channel-figures.ts'
import { createDoctor } from './doctor-service.ts'
import { runDry } from './dry-run.ts'
import { parseChannelQuery, parseRowsQuery } from './parse-channel-query.ts'
import { type ChannelService, createChannelService } from './service.ts'
import { mountDoctorRoutes, mountUpkeepRoutes } from './upkeep-routes.ts'
import { createChannelUpkeep } from './upkeep-service.ts'
import { mountUpstreamModelRoutes } from './upstream-model-routes.ts'

const sizeMax = channelPageSizeMax
const convention: PageConvention = { first: 0, sizeParam: 'page_size', sizeMax }
const searchConvention: PageConvention = {
  first: 0,
  sizeParam: null,
  isPaged: false,
  sizeDefault: 20,
  sizeMax,
}

export function mountChannelRoutes(api: AdminApi, deps: AdminDependencies): void {
  const service = createChannelService(deps)
  mountLists(api, deps, service)
  mountModels(api, service)
  const upkeep = createChannelUpkeep(deps.upkeep)
  mountUpkeepRoutes(api, { upkeep, service })
  mountDoctorRoutes(api, createDoctor(deps, service))
  mountUpstreamModelRoutes(api, deps, { service, upkeep })
  mountHealth(api, deps, service)
  mountStatusRoutes(api, service)
  mountCopyRoute(api, service)
  mountKeyRoutes(api, service)
  mountBulk(api, service)
  mountTags(api, service)
  mountOne(api, service)
}

interface ListRequest {
  caller: ConsoleCaller
  raw: Request
  query: z.output<typeof channelListQuery>
}

function mountLists(api: AdminApi, { listAnswers }: AdminDependencies, service: ChannelService): void {
  const answerList = async (request: ListRequest, form: PageConvention) => {
    const query = parseChannelQuery(request.query)
    const answer = await listAnswers.answer(request, form, ({ offset, limit }) =>
      service.lists.list({ ...query, offset, limit }),
    )
    if (!('items' in answer.data)) return answer
    return { data: { ...answer.data, type_counts: await service.lists.countTypes(query) } }
  }
  api.route('GET /api/channel/', (request) => answerList(request, convention))
  api.route('GET /api/channel/search', (request) => answerList(request, searchConvention))
  api.route('POST /api/channel/search', ({ caller, raw, body }) =>
    answerList({ caller, raw, query: body }, searchConvention),
  )
  api.route('POST /api/channel/rows', async ({ body }) => ({
    data: await service.lists.rows(parseRowsQuery(body)),
  }))
  api.route('POST /api/channel/batch/models', async ({ body }) => ({
    data: await service.lists.listModels(body.ids),
  }))
  api.route('POST /api/channel/counts', async ({ body }) => ({
    data: await service.lists.count(parseChannelQuery(body)),
  }))
}

function mountModels(api: AdminApi, { models }: ChannelService): void {
  api.route('GET /api/channel/models', () => ({ data: models.builtIn() }))
  api.route('GET /api/channel/models_enabled', () => ({ data: models.enabled() }))
  api.route('GET /api/channel/fetch_models/:id', async ({ params, raw }) => ({
    data: await models.fetch(params.id, raw.signal),
  }))
  api.route('POST /api/channel/fetch_models', async ({ body, raw }) => ({
    data: await models.fetchUnsaved(body, raw.signal),
  }))
}

function mountHealth(api: AdminApi, deps: AdminDependencies, service: ChannelService): void {
  const figures = createChannelFigures(deps)
  api.route('GET /api/channel/dry_run', async ({ query, raw, caller }) => ({
    data: await runDry(deps, query, languageOf(raw.headers, caller)),
  }))
  api.route('GET /api/channel/health', ({ raw, caller }) => ({
    data: service.health(languageOf(raw.headers, caller)),
  }))
  api.route('GET /api/channel/errors', async () => ({ data: await figures.errors() }))
  api.route('POST /api/channel/batch/margins', async ({ body, raw }) => ({
    data: await figures.margins(body.ids, raw.signal),
  }))
  api.route('GET /api/channel/ops', () => ({ data: service.ops() }))
}

function mountBulk(api: AdminApi, service: ChannelService): void {
  api.route('DELETE /api/channel/disabled', async ({ audit }) => {
    const { count, deletion } = await service.many.delete('disabled', audit)
    return { data: count, deletion }
  })
  api.route('POST /api/channel/batch', async ({ body, audit }) => {
    const { count, deletion } = await service.many.delete(body, audit)
    return { data: count, deletion }
  })
  api.route('POST /api/channel/restore', async ({ body, audit }) => ({
    data: await service.many.restore(body.deletion, audit),
  }))
  api.route('POST /api/channel/batch/tag', async ({ body, audit }) => ({
    data: await service.many.tag(body.ids, body.tag ?? null, audit),
  }))
  api.route('POST /api/channel/batch/edit', async ({ body: { ids, ...changes }, audit }) => ({
    data: await service.many.edit(ids, changes, audit),
  }))
  api.route('POST /api/channel/fix', async ({ audit }) => ({ data: await service.repair(audit) }))
}

function mountTags(api: AdminApi, service: ChannelService): void {
  api.route('POST /api/channel/tag/enabled', async ({ body, audit }) => ({
    data: await service.tags.switch(body.tag, true, audit),
  }))
  api.route('POST /api/channel/tag/disabled', async ({ body, audit }) => ({
    data: await service.tags.switch(body.tag, false, audit),
  }))
  api.route('GET /api/channel/tag/models', async ({ query }) => ({
    data: await service.tags.modelsOf(query.tag),
  }))
  api.route('PUT /api/channel/tag', async ({ body, audit, caller }) => ({
    data: await service.tags.edit(body, caller, audit),
  }))
}

function mountOne(api: AdminApi, service: ChannelService): void {
  api.route('POST /api/channel/:id/models', async ({ params, body, audit }) => ({
    data: await service.changeModels(params.id, body, audit),
  }))
  api.route('GET /api/channel/:id/changes', async ({ params, raw, caller }) => ({
    data: await service.changes(params.id, caller, languageOf(raw.headers, caller)),
  }))
  api.route('POST /api/channel/:id/undo', async ({ params, body, caller, audit }) => ({
    data: await service.undo(params.id, body.change, caller, audit),
  }))
  api.route('GET /api/channel/:id', async ({ params, caller }) => ({ data: await service.show(params.id, caller) }))
  api.route('POST /api/channel/', async ({ body, audit, caller, raw }) => {
    const data = await service.create(body, caller, audit)
    return { data, message: buildSaveMessage(data, languageOf(raw.headers, caller)) }
  })
  api.route('PUT /api/channel/', async ({ body, audit, caller, raw }) => {
    const data = await service.update(requireId(body.id), body, caller, audit)
    return { data, message: buildSaveMessage([data], languageOf(raw.headers, caller)) }
  })
  api.route('PUT /api/channel/:id', async ({ params, body, audit, caller, raw }) => {
    const data = await service.update(params.id, body, caller, audit)
    return { data, message: buildSaveMessage([data], languageOf(raw.headers, caller)) }
  })
  api.route('DELETE /api/channel/:id', async ({ params, audit }) => {
    const { deletion } = await service.many.delete({ ids: [params.id] }, audit)
    return { deletion }
  })
}

/** The warning about saved channels whose base URL lacks a path; otherwise empty. */
const buildSaveMessage = (saved: readonly Channel[], language: Language): string =>
  saved.some(({ type, base_url }) => lacksPath(type, base_url))
    ? render(language, 'channelReasons', { code: 'path_missing' })
    : ''

/** Status routes of newer clients. `PUT /api/channel/` also takes a status. */
function mountStatusRoutes(api: AdminApi, service: ChannelService): void {
  api.route('POST /api/channel/status/batch', async ({ body, audit }) => ({
    data: await service.many.switch(body.ids, body.status, audit),
  }))
  api.route('POST /api/channel/:id/status', async ({ params, body, audit }) => ({
    data: await service.switchOne(params.id, body.status, audit),
  }))
}

function mountCopyRoute(api: AdminApi, service: ChannelService): void {
  api.route('POST /api/channel/copy/:id', async ({ params, query, caller, raw, audit }) => {
    const { id } = await service.copy(params.id, query, { language: languageOf(raw.headers, caller), audit })
    return { data: { id } }
  })
}

function mountKeyRoutes(api: AdminApi, { keys }: ChannelService): void {
  api.route('POST /api/channel/multi_key/manage', async ({ body, audit, raw, caller }) => {
    if (body.action.startsWith('delete')) requireRight(caller, 'channel.sensitive_write')
    else if (body.action !== 'get_key_status') requireRight(caller, 'channel.operate')
    return { data: await keys.manage(body, { language: languageOf(raw.headers, caller), audit }) }
  })
  api.route('POST /api/channel/:id/key', () => keys.reveal())
}
