import { z } from 'zod'
import { channel, channelOps, modelDescriptor } from '../channel.ts'
import {
  channelBatch,
  channelBatchEdit,
  channelBatchStatus,
  channelBatchTag,
  channelDeletion,
  channelModelsChanged,
  channelModelsWrite,
  channelRestore,
  channelStatusWrite,
  channelTag,
  channelTagWrite,
} from '../channel-batch.ts'
import {
  channelBalanceAnswer,
  channelTestAnswer,
  channelTestQuery,
  fetchModelsRequest,
} from '../channel-check.ts'
import { channelHealth } from '../channel-health.ts'
import { channelCounts, channelRows, channelSelections, channelSorts } from '../channel-list.ts'
import { channelSweep, sweepResultsDefault, sweepResultsMax } from '../channel-sweep.ts'
import { channelCopyQuery, channelCreate, channelUpdate } from '../channel-write.ts'
import { dryRun, dryRunQuery } from '../dry-run.ts'
import { multiKeyRequest, multiKeyStatus } from '../multi-key.ts'
import { pageQuery, searchBodyOf } from '../paging.ts'
import { queryNumber } from '../query-number.ts'
import { channelStatusFilters } from '../roles.ts'
import { idParams, route } from '../route.ts'
import {
  upstreamModels,
  upstreamModelsApplied,
  upstreamModelsAppliedToAll,
  upstreamModelsApply,
  upstreamModelsApplyAll,
  upstreamModelsCheck,
} from '../upstream-models.ts'

export const channelListQuery = z.object({
  ...pageQuery,
  id_sort: z.string().optional(),
  tag_mode: z.string().optional(),
  status: z
    .string()
    .max(32)
    .default('')
    .describe(`One of ${channelStatusFilters.join(', ')}; anything else means any.`),
  group: z.string().max(64).default(''),
  type: queryNumber,
  tag: z.string().max(64).default(''),
  reason: z
    .string()
    .max(64)
    .default('')
    .describe('Code of the reason for which the gateway disabled the channel.'),
  only: z
    .string()
    .max(32)
    .default('')
    .describe(`One of ${channelSelections.join(', ')}; anything else means all channels.`),
  sort_by: z
    .string()
    .max(32)
    .default('')
    .describe(`One of ${channelSorts.join(', ')}; anything else means priority, or id with id_sort.`),
  sort_order: z.string().max(8).default('').describe('asc; anything else means desc.'),
})
export const channelQuery = channelListQuery.extend({
  keyword: z.string().max(1_024).default(''),
  model: z.string().max(255).default(''),
})
/** Type → number of its channels, regardless of the requested type. */
const typeCounts = z.object({ type_counts: z.record(z.string(), z.number()) })
const count = z.number()
const names = z.array(z.string())

const progressQuery = z.object({
  /** Maximum number of results, failed ones first. */
  results: queryNumber.transform((asked) =>
    Math.min(Math.max(asked ?? sweepResultsDefault, 0), sweepResultsMax),
  ),
})
const search =
  'Searches channels by id, whole key, or part of the name, tag, base URL or models, and by the filters of the list'
const progress = {
  access: 'admin',
  summary: 'How far that is, on whichever node it runs',
  query: progressQuery,
  data: channelSweep,
} as const
const cancel = { access: 'admin', summary: 'Ends it; false when it does not run', data: z.boolean() } as const

export const channelRoutes = {
  'GET /api/channel/test/progress': route(progress),
  'POST /api/channel/test/cancel': route(cancel),
  'GET /api/channel/update_balance/progress': route(progress),
  'POST /api/channel/update_balance/cancel': route(cancel),
  'GET /api/channel/': route({
    access: 'admin',
    summary:
      'Lists channels by status, type and group where they are given, or with tag_mode the channels of a page of tags',
    query: channelListQuery,
    items: channel,
    pageFields: typeCounts,
  }),
  'GET /api/channel/search': route({
    access: 'admin',
    summary: search,
    query: channelQuery,
    items: channel,
    pageFields: typeCounts,
  }),
  'POST /api/channel/search': route({
    access: 'admin',
    inDemo: true,
    summary: `${search}; a key does not appear in the address`,
    body: searchBodyOf(channelQuery),
    items: channel,
    pageFields: typeCounts,
  }),
  'POST /api/channel/counts': route({
    access: 'admin',
    inDemo: true,
    summary: 'Counts the channels by each value of the filters of the list',
    body: searchBodyOf(channelQuery),
    data: channelCounts,
  }),
  'POST /api/channel/rows': route({
    access: 'admin',
    inDemo: true,
    summary:
      'Channels by the same filters and order with what a row of a list shows, or with tag_mode by their tags',
    body: searchBodyOf(channelQuery),
    data: channelRows,
  }),
  'POST /api/channel/batch/models': route({
    access: 'admin',
    inDemo: true,
    summary: 'The models of channels, each once',
    body: channelBatch,
    data: names,
  }),
  'GET /api/channel/models': route({
    access: 'admin',
    summary: 'The models offered when a channel is made',
    data: z.array(modelDescriptor),
  }),
  'GET /api/channel/models_enabled': route({
    access: 'admin',
    summary: 'The models that an enabled channel serves',
    data: names,
  }),
  'GET /api/channel/fetch_models/:id': route({
    access: 'admin',
    effect: true,
    summary: 'Asks the upstream of a channel for its models',
    params: idParams,
    data: names,
    errors: ['channel_misconfigured', 'channel_not_testable', 'not_found', 'upstream_call_failed'],
  }),
  'POST /api/channel/fetch_models': route({
    access: 'admin',
    summary: 'Asks an upstream that is not stored yet for its models',
    body: fetchModelsRequest,
    data: names,
    errors: ['channel_misconfigured', 'channel_not_testable', 'not_found', 'upstream_call_failed'],
  }),
  'GET /api/channel/health': route({
    access: 'admin',
    summary: 'What this node remembers of calls through channels: failures, rests, the last error',
    data: z.array(channelHealth),
  }),
  'GET /api/channel/dry_run': route({
    access: 'admin',
    summary: 'Where a call would go: candidates with their chances, what excludes the others, and the price',
    query: dryRunQuery,
    data: dryRun,
    errors: ['not_found'],
  }),
  'GET /api/channel/ops': route({
    access: 'admin',
    summary: 'What the site says of calls through channels',
    data: channelOps,
  }),
  'DELETE /api/channel/disabled': route({
    access: 'admin',
    summary: 'Deletes all disabled channels',
    data: count,
    beside: channelDeletion,
  }),
  'POST /api/channel/batch': route({
    access: 'admin',
    summary: 'Deletes channels',
    body: channelBatch,
    data: count,
    beside: channelDeletion,
  }),
  'POST /api/channel/restore': route({
    access: 'admin',
    summary: 'Undoes a deletion of the last minute; answers how many channels are back',
    body: channelRestore,
    data: count,
  }),
  'POST /api/channel/batch/tag': route({
    access: 'admin',
    summary: 'Gives channels a tag, or none',
    body: channelBatchTag,
    data: count,
  }),
  'POST /api/channel/batch/edit': route({
    access: 'admin',
    summary: 'Changes priority and weight of channels, and adds to or removes from their models and groups',
    body: channelBatchEdit,
    data: count,
  }),
  'POST /api/channel/fix': route({
    access: 'admin',
    summary: 'Makes the table of abilities what the channels say',
    data: count,
  }),
  'POST /api/channel/tag/enabled': route({
    access: 'admin',
    summary: 'Enables all channels of a tag',
    body: channelTag,
    data: count,
  }),
  'POST /api/channel/tag/disabled': route({
    access: 'admin',
    summary: 'Disables all channels of a tag',
    body: channelTag,
    data: count,
  }),
  'GET /api/channel/tag/models': route({
    access: 'admin',
    summary: 'The models of the channel with most of those that have the tag, comma-joined',
    query: z.object({ tag: z.string().trim().min(1).max(64) }),
    data: z.string(),
  }),
  'PUT /api/channel/tag': route({
    access: 'admin',
    summary: 'Changes all channels of a tag',
    body: channelTagWrite,
    data: count,
  }),
  'GET /api/channel/:id': route({
    access: 'admin',
    summary: 'Reads a channel, without its keys',
    params: idParams,
    data: channel,
    errors: ['not_found'],
  }),
  'POST /api/channel/': route({
    access: 'admin',
    summary:
      'Creates a channel for each key, or a copy of one with its key; newer clients send mode and channel',
    body: channelCreate,
    data: z.array(channel),
    errors: ['not_found'],
  }),
  'PUT /api/channel/': route({
    access: 'admin',
    summary: 'Changes the fields of a channel that are given',
    body: channelUpdate,
    data: channel,
    errors: ['not_found'],
  }),
  'PUT /api/channel/:id': route({
    access: 'admin',
    summary: 'Changes the fields of the channel in the address that are given; status 0 means 2 (disabled)',
    params: idParams,
    body: channelUpdate.omit({ id: true }).extend({ status: z.number().int().min(0).max(3).optional() }),
    data: channel,
    errors: ['not_found'],
  }),
  'DELETE /api/channel/:id': route({
    access: 'admin',
    summary: 'Deletes a channel; one that is gone already is no failure',
    params: idParams,
    beside: channelDeletion,
  }),
  'GET /api/channel/test': route({
    access: 'admin',
    effect: true,
    summary: 'Begins to test all enabled channels, and answers at once; costs the operator a few tokens each',
    data: channelSweep,
    errors: ['sweep_running'],
  }),
  'POST /api/channel/test/batch': route({
    access: 'admin',
    summary:
      'Starts to test the given channels, whatever their status, and answers at once; costs the operator a few tokens each',
    body: channelBatch,
    data: channelSweep,
    errors: ['sweep_running'],
  }),
  'GET /api/channel/test/:id': route({
    access: 'admin',
    effect: true,
    summary:
      'Makes one small call through a channel, with one of its models, by an endpoint, plain or streamed; costs the operator a few tokens',
    params: idParams,
    query: channelTestQuery,
    beside: channelTestAnswer,
    errors: [
      'channel_misconfigured',
      'channel_not_testable',
      'not_found',
      'server_overloaded',
      'upstream_call_failed',
    ],
  }),
  'GET /api/channel/update_balance': route({
    access: 'admin',
    effect: true,
    summary:
      'Asks for the balances of all enabled channels; answers when it is done, or after twenty seconds',
    data: channelSweep,
    errors: ['sweep_running'],
  }),
  'GET /api/channel/update_balance/:id': route({
    access: 'admin',
    effect: true,
    summary: 'Asks the upstream of a channel for the balance, and keeps it',
    params: idParams,
    beside: channelBalanceAnswer,
    errors: [
      'balance_unknown',
      'channel_misconfigured',
      'channel_not_testable',
      'not_found',
      'upstream_call_failed',
    ],
  }),
  'POST /api/channel/copy/:id': route({
    access: 'admin',
    summary: 'Copies a channel with its key; what it was used and tested for begins anew',
    params: idParams,
    query: channelCopyQuery,
    data: z.object({ id: z.number() }),
    errors: ['not_found'],
  }),
  'POST /api/channel/status/batch': route({
    access: 'admin',
    summary: 'Enables or disables channels; answers how many changed',
    body: channelBatchStatus,
    data: z.number(),
  }),
  'POST /api/channel/:id/status': route({
    access: 'admin',
    summary: 'Enables or disables a channel; false when it is so already',
    params: idParams,
    body: channelStatusWrite,
    data: z.boolean(),
    errors: ['not_found'],
  }),
  'POST /api/channel/:id/models': route({
    access: 'admin',
    summary: 'Appends models to those of a channel and removes others, in one step; answers what changed',
    params: idParams,
    body: channelModelsWrite,
    data: channelModelsChanged,
    errors: ['not_found'],
  }),
  'GET /api/channel/upstream_updates': route({
    access: 'admin',
    summary: 'New and vanished models of the upstreams of channels, as of the last check of each',
    data: z.array(upstreamModels),
  }),
  'POST /api/channel/upstream_updates/detect': route({
    access: 'admin',
    summary: 'Asks the upstream of a channel for its models and compares them with those of the channel',
    body: upstreamModelsCheck,
    data: upstreamModels,
    errors: ['channel_misconfigured', 'channel_not_testable', 'not_found', 'upstream_call_failed'],
  }),
  'POST /api/channel/upstream_updates/detect_all': route({
    access: 'admin',
    summary: 'Begins to compare the models of all enabled channels with their upstreams, and answers at once',
    data: channelSweep,
    errors: ['sweep_running'],
  }),
  'GET /api/channel/upstream_updates/progress': route(progress),
  'POST /api/channel/upstream_updates/cancel': route(cancel),
  'POST /api/channel/upstream_updates/apply': route({
    access: 'admin',
    summary: 'Takes over new models of an upstream and removes vanished ones; answers what is left',
    body: upstreamModelsApply,
    data: upstreamModelsApplied,
    errors: ['not_found'],
  }),
  'POST /api/channel/upstream_updates/apply_all': route({
    access: 'admin',
    summary: 'The same with everything that is pending, for all channels or some',
    body: upstreamModelsApplyAll,
    data: upstreamModelsAppliedToAll,
  }),
  'POST /api/channel/multi_key/manage': route({
    access: 'admin',
    summary:
      'Lists the keys of a channel with several by their last characters, and switches or deletes them',
    body: multiKeyRequest,
    data: z.union([multiKeyStatus, z.number()]).optional(),
    errors: ['not_found'],
  }),
  'POST /api/channel/:id/key': route({
    access: 'admin',
    summary: 'Always refused: the key of a channel cannot be read',
    params: idParams,
    errors: ['channel_key_unreadable'],
  }),
}
