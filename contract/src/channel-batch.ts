import { z } from 'zod'
import { channelWrite, tagName, tagNameMax } from './channel-write.ts'
import { groupNameMax, modelNameBytesMax } from './name-lists.ts'
import { plain } from './plain-text.ts'
import { channelStatus } from './roles.ts'

const channelIds = z.array(z.number().int().positive()).min(1).max(10_000)

/** Bodies of the bulk routes of /api/channel/. */
export const channelBatch = z.object({ ids: channelIds })

export const channelBatchTag = z.object({ ids: channelIds, tag: tagName.nullable().optional() })

const entriesOf = (max: number) => z.array(z.string().trim().min(1).max(max)).max(1_000).optional()

/**
 * Body of POST /api/channel/batch/edit: absent fields stay. Entries of the lists are added to those of each channel.
 */
export const channelBatchEdit = z.object({
  ids: channelIds,
  priority: channelWrite.shape.priority.unwrap().unwrap().optional(),
  weight: channelWrite.shape.weight.unwrap().unwrap().optional(),
  add_models: entriesOf(modelNameBytesMax),
  remove_models: entriesOf(modelNameBytesMax),
  add_groups: entriesOf(groupNameMax),
  remove_groups: entriesOf(groupNameMax),
})

export type ChannelBatchEdit = z.infer<typeof channelBatchEdit>

/** For this time a deletion can be undone. */
export const undoSeconds = 60

/** Beside the answers of deletions: the name for POST /api/channel/restore; empty when nothing was deleted. */
export const channelDeletion = z.object({ deletion: z.string() })

/** Body of POST /api/channel/restore. */
export const channelRestore = z.object({ deletion: z.string().min(1).max(36) })

/** The statuses that an administrator sets; 3 (automatically disabled) is reserved for the gateway. */
const switched = [channelStatus.enabled, channelStatus.disabled]

// The API description would name the first value alone.
const channelSwitch = z.literal(switched).meta({ type: 'integer', enum: switched })

const modelNames = z.array(plain(z.string().trim().min(1).max(modelNameBytesMax))).max(10_000)

/** Body of POST /api/channel/:id/models. */
export const channelModelsWrite = z.object({
  /** Appended to the channel's models; names that it has already stay where they are. */
  add_models: modelNames.default([]),
  remove_models: modelNames.default([]),
})

/** Answer of POST /api/channel/:id/models. */
export const channelModelsChanged = z.object({
  /** The names that the channel did not have. */
  added_models: z.array(z.string()),
  /** The names that it had. */
  removed_models: z.array(z.string()),
  /** The models of the channel now, comma-separated. */
  models: z.string(),
})

/** Body of POST /api/channel/:id/status. */
export const channelStatusWrite = z.object({ status: channelSwitch })

/** Body of POST /api/channel/status/batch. */
export const channelBatchStatus = z.object({ ids: channelIds, status: channelSwitch })

export const channelTag = z.object({ tag: z.string().max(tagNameMax) })

/** A comma-joined list, or the list itself. */
const listText = z.union([z.string().max(262_144), z.array(z.string().max(255)).max(10_000)])

/**
 * Body of PUT /api/channel/tag. Null, absent or empty leaves a field as it is; an empty `new_tag` dissolves the tag.
 */
export const channelTagWrite = z.object({
  tag: z.string().max(tagNameMax),
  new_tag: tagName.nullable().optional(),
  priority: channelWrite.shape.priority,
  weight: channelWrite.shape.weight,
  model_mapping: channelWrite.shape.model_mapping,
  param_override: channelWrite.shape.param_override,
  header_override: channelWrite.shape.header_override,
  models: listText.nullable().optional(),
  groups: listText.nullable().optional(),
})

export type ChannelTagWrite = z.input<typeof channelTagWrite>
