import {
  type Channel,
  channel,
  channelBatch,
  channelBatchEdit,
  channelBatchTag,
  channelCreate,
  channelHealth,
  channelOps,
  channelTag,
  channelTagWrite,
  channelUpdate,
  fetchModelsRequest,
} from '@sluice/contract/channel'
import { noPathTexts } from '@sluice/contract/channel-reasons'
import { lacksPath } from '@sluice/contract/channel-types'
import { listOf } from '@sluice/contract/envelope'
import { reasonText } from '@sluice/contract/error-reasons'
import { pageQuery, searchBodyOf } from '@sluice/contract/paging'
import { idParams } from '@sluice/contract/route'
import { z } from 'zod'
import { buildModelDescriptor } from '../../core/model-descriptor.ts'
import type { Caller } from '../../identity/caller.ts'
import { type Language, languageOf } from '../../platform/accepted-language.ts'
import { providers } from '../../providers/index.ts'
import { availableModels } from '../../state/available-models.ts'
import { splitKeys } from '../../state/build-channel-state.ts'
import { noChannelFilter } from '../../store/channels.ts'
import type { AdminApi } from '../admin-api.ts'
import type { Answer } from '../answer.ts'
import type { AdminDependencies } from '../dependencies.ts'
import type { PageConvention } from '../paging.ts'
import { refusedField, refusedRequest } from '../refused-field.ts'
import { parseBaseUrl } from './base-url.ts'
import { mountCopyRoute } from './copy-route.ts'
import { fetchUpstreamModels } from './fetch-upstream-models.ts'
import { mountKeyRoutes } from './key-routes.ts'
import { parseStatusFilter } from './parse-status-filter.ts'
import { type ChannelQuery, type ChannelService, createChannelService } from './service.ts'
import { mountStatusRoutes } from './status-routes.ts'
import { mountUpkeepRoutes } from './upkeep-routes.ts'

const convention: PageConvention = { first: 0, sizeParam: 'page_size' }
const searchConvention: PageConvention = { first: 0, sizeParam: null, isPaged: false, sizeDefault: 20 }
const listQuery = z.object({
  ...pageQuery,
  id_sort: z.string().optional(),
  tag_mode: z.string().optional(),
  status: z.string().max(32).default(''),
})
const searchQuery = listQuery.extend({
  keyword: z.string().max(1_024).default(''),
  group: z.string().max(64).default(''),
  model: z.string().max(255).default(''),
})
const count = z.number()
const names = z.array(z.string())

export function mountChannelRoutes(api: AdminApi, deps: AdminDependencies): void {
  const service = createChannelService(deps)
  mountLists(api, deps, service)
  mountModels(api, deps, service)
  mountUpkeepRoutes(api, deps)
  mountHealth(api, deps)
  mountStatusRoutes(api, service)
  mountCopyRoute(api, service)
  mountKeyRoutes(api)
  mountOps(api, deps)
  mountBulk(api, service)
  mountTags(api, service)
  mountOne(api, service)
}

interface Asked {
  caller: Caller
  raw: Request
  query: z.output<typeof listQuery>
}

function mountLists(api: AdminApi, { listAnswers }: AdminDependencies, service: ChannelService): void {
  const answerList = (asked: Asked, filter: ChannelQuery['filter'], form: PageConvention) =>
    listAnswers.answer(asked, form, ({ offset, limit }) =>
      service.list({
        filter,
        order: isTrue(asked.query.id_sort) ? 'id' : 'priority',
        byTag: isTrue(asked.query.tag_mode),
        ...{ offset, limit },
      }),
    )
  api.route(
    'GET /api/channel/',
    {
      summary:
        'Lists channels, those of a status alone where one is given, or with tag_mode the channels of a page of tags',
      query: listQuery,
      data: listOf(channel),
    },
    (request) =>
      answerList(
        request,
        { ...noChannelFilter, statuses: parseStatusFilter(request.query.status) },
        convention,
      ),
  )
  const search = ({ query, ...request }: Asked & { query: z.output<typeof searchQuery> }) => {
    const group = query.group === 'null' ? '' : query.group.trim()
    const filter = {
      ...noChannelFilter,
      ...{ keyword: query.keyword.trim(), group, model: query.model.trim() },
      statuses: parseStatusFilter(query.status),
    }
    return answerList({ ...request, query }, filter, searchConvention)
  }
  const summary = 'Searches channels by id, name or whole key, by group, by status and by part of the models'
  api.route('GET /api/channel/search', { summary, query: searchQuery, data: listOf(channel) }, search)
  api.route(
    'POST /api/channel/search',
    {
      summary: `${summary}; a key does not appear in the address`,
      body: searchBodyOf(searchQuery),
      data: listOf(channel),
    },
    ({ caller, raw, body }) => search({ caller, raw, query: body }),
  )
}

/** The channels that were saved, with what may be wrong with them. */
const withNotes = (saved: Channel[], language: Language): Answer => ({
  data: saved,
  message: saved.some(({ type, base_url }) => lacksPath(type, base_url)) ? noPathTexts[language] : '',
})

const isTrue = (text: string | undefined): boolean => text === 'true' || text === '1'

function mountModels(api: AdminApi, deps: AdminDependencies, service: ChannelService): void {
  const allowPrivate = deps.config.UPSTREAM_ALLOW_PRIVATE
  api.route(
    'GET /api/channel/models',
    { summary: 'The models offered when a channel is made', data: z.array(z.object({ id: z.string() })) },
    () => ({
      data: providers.flatMap(({ id, models }) => models.map((model) => buildModelDescriptor(model, id))),
    }),
  )
  api.route(
    'GET /api/channel/models_enabled',
    { summary: 'The models that an enabled channel serves', data: names },
    () => ({ data: availableModels(deps.state.current(), deps.clock.now()) }),
  )
  api.route(
    'GET /api/channel/fetch_models/:id',
    { summary: 'Asks the upstream of a channel for its models', params: idParams, data: names },
    async ({ params, raw }) => ({
      data: await fetchUpstreamModels(await service.stateOf(params.id), { allowPrivate, signal: raw.signal }),
    }),
  )
  api.route(
    'POST /api/channel/fetch_models',
    {
      summary: 'Asks an upstream that is not stored yet for its models',
      body: fetchModelsRequest,
      data: names,
    },
    async ({ body, raw }) => {
      const url = parseBaseUrl(body.base_url ?? null, body.type, allowPrivate)
      if (!url.ok) throw refusedField('base_url', url.reason)
      const keys = splitKeys(body.key)
      if (keys.length === 0) throw refusedField('key', reasonText('keyMissing'))
      const upstream = { type: body.type, baseUrl: url.url, organization: null, other: '', keys, setting: {} }
      return { data: await fetchUpstreamModels(upstream, { allowPrivate, signal: raw.signal }) }
    },
  )
}

function mountHealth(api: AdminApi, { channelHealth: health }: AdminDependencies): void {
  api.route(
    'GET /api/channel/health',
    {
      summary: 'What this node remembers of calls through channels: failures, rests, the last error',
      data: z.array(channelHealth),
    },
    () => ({
      data: health.reports().map((report) => ({
        channel_id: report.channelId,
        failures: report.failures,
        rest_seconds: Math.ceil(report.restsForMs / 1000),
        refused_keys: report.refusedKeys,
        last_error: report.lastError,
        last_error_time: Math.floor(report.lastErrorAt / 1000),
      })),
    }),
  )
}

function mountOps(api: AdminApi, { state }: AdminDependencies): void {
  api.route(
    'GET /api/channel/ops',
    { summary: 'What the site says of calls through channels', data: channelOps },
    () => ({ data: { retry_times: state.current().options.RetryTimes } }),
  )
}

function mountBulk(api: AdminApi, service: ChannelService): void {
  api.route(
    'DELETE /api/channel/disabled',
    { summary: 'Deletes all disabled channels', data: count },
    async ({ audit }) => ({ data: await service.delete('disabled', audit) }),
  )
  api.route(
    'POST /api/channel/batch',
    { summary: 'Deletes channels', body: channelBatch, data: count },
    async ({ body, audit }) => ({ data: await service.delete(body, audit) }),
  )
  api.route(
    'POST /api/channel/batch/tag',
    { summary: 'Gives channels a tag, or none', body: channelBatchTag, data: count },
    async ({ body, audit }) => ({ data: await service.tagMany(body.ids, body.tag ?? null, audit) }),
  )
  api.route(
    'POST /api/channel/batch/edit',
    { summary: 'Gives channels a priority or a weight, or both', body: channelBatchEdit, data: count },
    async ({ body: { ids, ...changes }, audit }) => ({ data: await service.editMany(ids, changes, audit) }),
  )
  api.route(
    'POST /api/channel/fix',
    { summary: 'Makes the table of abilities what the channels say', data: count },
    async ({ audit }) => ({ data: await service.repair(audit) }),
  )
}

function mountTags(api: AdminApi, service: ChannelService): void {
  api.route(
    'POST /api/channel/tag/enabled',
    { summary: 'Enables all channels of a tag', body: channelTag, data: count },
    async ({ body, audit }) => ({ data: await service.switchTag(body.tag, true, audit) }),
  )
  api.route(
    'POST /api/channel/tag/disabled',
    { summary: 'Disables all channels of a tag', body: channelTag, data: count },
    async ({ body, audit }) => ({ data: await service.switchTag(body.tag, false, audit) }),
  )
  api.route(
    'GET /api/channel/tag/models',
    {
      summary: 'The models of the channel with most of those that have the tag, comma-joined',
      query: z.object({ tag: z.string().trim().min(1).max(64) }),
      data: z.string(),
    },
    async ({ query }) => ({ data: await service.modelsOfTag(query.tag) }),
  )
  api.route(
    'PUT /api/channel/tag',
    { summary: 'Changes all channels of a tag', body: channelTagWrite, data: count },
    async ({ body, audit }) => ({ data: await service.editTag(body, audit) }),
  )
}

function mountOne(api: AdminApi, service: ChannelService): void {
  api.route(
    'GET /api/channel/:id',
    { summary: 'Reads a channel, without its keys', params: idParams, data: channel },
    async ({ params }) => ({ data: await service.read(params.id) }),
  )
  api.route(
    'POST /api/channel/',
    {
      summary:
        'Creates a channel for each key, or a copy of one with its key; newer clients send mode and channel',
      body: channelCreate,
      data: z.array(channel),
    },
    async ({ body, audit, caller, raw }) =>
      withNotes(await service.create(body, audit), languageOf(raw.headers, caller)),
  )
  api.route(
    'PUT /api/channel/',
    { summary: 'Changes the fields of a channel that are given', body: channelUpdate, data: channel },
    async ({ body, audit, caller, raw }) => {
      if (body.id === undefined) throw refusedRequest(reasonText('missing', { name: 'id' }))
      const saved = await service.update(body.id, body, audit)
      return { ...withNotes([saved], languageOf(raw.headers, caller)), data: saved }
    },
  )
  api.route(
    'DELETE /api/channel/:id',
    { summary: 'Deletes a channel; one that is gone already is no failure', params: idParams },
    async ({ params, audit }) => {
      await service.delete({ ids: [params.id] }, audit)
      return {}
    },
  )
}
