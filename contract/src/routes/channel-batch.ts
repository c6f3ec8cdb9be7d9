import { z } from 'zod'
import {
  channelBatch,
  channelBatchEdit,
  channelBatchStatus,
  channelBatchTag,
  channelDeletion,
  channelRestore,
  channelTag,
  channelTagWrite,
} from '../channel-batch.ts'
import { channelMargins } from '../channel-figures.ts'
import { channelCounts, channelRows } from '../channel-list.ts'
import { tagNameMax } from '../channel-write.ts'
import { searchBodyOf } from '../paging.ts'
import { route } from '../route.ts'
import { channelQuery, count, names } from './channel.ts'

/** Changes of many channels at a time, by their ids or their tag. */
export const channelBatchRoutes = {
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
    summary: 'Channels by the same filters and order with what a row of a list shows, or with tag_mode by their tags',
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
  'POST /api/channel/batch/margins': route({
    access: 'admin',
    inDemo: true,
    summary: 'Cost and margin of channels in the last 30 days',
    body: channelBatch,
    data: channelMargins,
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
    summary: 'Sets or removes the tag of channels',
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
    summary: 'Rebuilds the table of abilities from the channels',
    data: count.describe('The number of channels, plus the number of those that were repaired.'),
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
    query: z.object({ tag: z.string().trim().min(1).max(tagNameMax) }),
    data: z.string(),
  }),
  'PUT /api/channel/tag': route({
    access: 'admin',
    summary: 'Changes all channels of a tag',
    body: channelTagWrite,
    data: count,
  }),
  'POST /api/channel/status/batch': route({
    access: 'admin',
    summary: 'Enables or disables channels; answers how many changed',
    body: channelBatchStatus,
    data: z.number(),
  }),
}
