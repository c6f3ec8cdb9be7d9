import { z } from 'zod'
import { channel, channelOps, modelDescriptor } from '../channel.ts'
import { channelDeletion, channelModelsChanged, channelModelsWrite, channelStatusWrite } from '../channel-batch.ts'
import { channelChanges, channelChangesMax, channelUndo } from '../channel-changes.ts'
import { channelSelections, channelSorts } from '../channel-list.ts'
import { channelCopyQuery, channelCreate, channelUpdate, tagNameMax } from '../channel-write.ts'
import { dryRun, dryRunQuery } from '../dry-run.ts'
import { multiKeyRequest, multiKeyStatus } from '../multi-key.ts'
import { groupNameMax, modelNameBytesMax } from '../name-lists.ts'
import { pageQuery, searchBodyOf } from '../paging.ts'
import { queryNumber } from '../query-number.ts'
import { channelStatusFilters } from '../roles.ts'
import { idParams, route } from '../route.ts'

export const channelListQuery = z.object({
  ...pageQuery,
  id_sort: z.string().optional(),
  tag_mode: z.string().optional(),
  status: z
    .string()
    .max(32)
    .default('')
    .describe(`One of ${channelStatusFilters.join(', ')}; anything else means any.`),
  group: z.string().max(groupNameMax).default(''),
  type: queryNumber,
  tag: z.string().max(tagNameMax).default(''),
  reason: z.string().max(64).default('').describe('Code of the reason for which the gateway disabled the channel.'),
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
  model: z.string().max(modelNameBytesMax).default(''),
})

/** Type → number of its channels, regardless of the requested type. */
const typeCounts = z.object({ type_counts: z.record(z.string(), z.number()) })

export const count = z.number()

export const names = z.array(z.string())

const search =
  'Searches channels by id, whole key, or part of the name, tag, base URL or models, and by the filters of the list'

/** Channels one by one, and their lists. */
export const channelRoutes = {
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
  'GET /api/channel/models': route({
    access: 'admin',
    summary: 'The models offered when a channel is created',
    data: z.array(modelDescriptor),
  }),
  'GET /api/channel/models_enabled': route({
    access: 'admin',
    summary: 'The models that an enabled channel serves',
    data: names,
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
    summary: 'Settings of the site for calls through channels',
    data: channelOps,
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
    summary: 'Creates a channel for each key, or a copy of one with its key; newer clients send mode and channel',
    body: channelCreate,
    data: z.array(channel),
    errors: ['not_found', 'owner_proof_required'],
  }),
  'PUT /api/channel/': route({
    access: 'admin',
    summary: 'Changes the fields of a channel that are given',
    body: channelUpdate,
    data: channel,
    errors: ['not_found', 'owner_proof_required'],
  }),
  'PUT /api/channel/:id': route({
    access: 'admin',
    summary: 'Changes the fields of the channel in the address that are given; status 0 means 2 (disabled)',
    params: idParams,
    body: channelUpdate.omit({ id: true }).extend({ status: z.number().int().min(0).max(3).optional() }),
    data: channel,
    errors: ['not_found', 'owner_proof_required'],
  }),
  'DELETE /api/channel/:id': route({
    access: 'admin',
    summary: 'Deletes a channel; succeeds if it no longer exists',
    params: idParams,
    beside: channelDeletion,
  }),
  'POST /api/channel/copy/:id': route({
    access: 'admin',
    summary: 'Copies a channel with its key, without its usage and test results',
    params: idParams,
    query: channelCopyQuery,
    data: z.object({ id: z.number() }),
    errors: ['not_found'],
  }),
  'POST /api/channel/:id/status': route({
    access: 'admin',
    summary: 'Enables or disables a channel; false if it already has that status',
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
  'GET /api/channel/:id/changes': route({
    access: 'admin',
    summary: `The newest ${channelChangesMax} changes of a channel alone, from the audit trail, and which can be undone`,
    params: idParams,
    data: channelChanges,
    errors: ['not_found'],
  }),
  'POST /api/channel/:id/undo': route({
    access: 'admin',
    summary: 'Undoes a change of a channel, all of it or nothing; refused where a field was changed again since',
    params: idParams,
    body: channelUndo,
    data: channel,
    errors: ['not_found', 'owner_proof_required'],
  }),
  'POST /api/channel/multi_key/manage': route({
    access: 'admin',
    summary: 'Lists the keys of a channel by their last characters, and switches or deletes those of one with several',
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
