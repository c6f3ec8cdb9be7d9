import { z } from 'zod'
import { channel } from './channel.ts'

/** Values of `sort_by` in the lists of channels; any other value means the priority. */
export const channelSorts = [
  'id',
  'name',
  'type',
  'status',
  'tag',
  'priority',
  'weight',
  'balance',
  'used_quota',
  'response_time',
  'test_time',
  'created_time',
  'expired_time',
  'models',
  'group',
] as const
export type ChannelSort = (typeof channelSorts)[number]

/** Values of `only` in the lists of channels; any other value means all channels. */
export const channelSelections = ['attention', 'test_failed', 'unpriced', 'expiring'] as const
export type ChannelSelection = (typeof channelSelections)[number]

/** An enabled channel that expires within this time needs attention. */
export const expiringSoonSeconds = 7 * 86_400

/** The largest page of channels. */
export const channelPageSizeMax = 5_000

/** The models that a row of a list names. */
export const firstModelsMax = 3

/** The reason of an automatically disabled channel whose row does not store a code. */
export const unknownReason = 'unknown'

const counts = z.record(z.string(), z.number())

/**
 * Answer of POST /api/channel/counts. Each figure counts the channels that match the other filters, so that it is the
 * number of rows that the list has with that value.
 */
export const channelCounts = z.object({
  total: z.number(),
  /** By the values of `status`. */
  statuses: counts,
  /** Automatically disabled channels by the code of their reason. */
  reasons: counts,
  /** By the number of the type. */
  types: counts,
  tags: counts,
  groups: counts,
  /** By the values of `only`. */
  only: counts,
})
export type ChannelCounts = z.infer<typeof channelCounts>

/** A channel with only what its row in the console shows: a list of thousands is read and drawn as a whole. */
const listedChannel = channel
  .pick({
    id: true,
    type: true,
    name: true,
    status: true,
    tag: true,
    group: true,
    priority: true,
    weight: true,
    used_quota: true,
    response_time: true,
    test_time: true,
    created_time: true,
    expired_time: true,
    remark: true,
    balance: true,
    balance_updated_time: true,
    balance_currency: true,
  })
  .extend({
    /** As in a channel, where the gateway disabled it; otherwise ''. */
    other_info: z.string(),
    model_count: z.number(),
    test_failed: z.literal(true).optional().describe('Its last test failed; absent = it passed, or there was none.'),
    is_keyless: z
      .literal(true)
      .optional()
      .describe('No call can use it: its keys are disabled or cannot be decrypted.'),
    first_models: z.array(z.string()).describe(`The first ${firstModelsMax} models, without very long names.`),
  })
export type ListedChannel = z.infer<typeof listedChannel>

/** A tag of a page by tags, besides its channels. */
const listedTag = z.object({
  tag: z.string(),
  /** Channels that have the tag, whatever the filters. */
  channels: z.number(),
  /** Different models of the channels that match the filters. */
  models: z.number(),
})
export type ListedTag = z.infer<typeof listedTag>

/** Answer of POST /api/channel/rows. */
export const channelRows = z.object({
  /** With tag_mode all matching channels of the tags of the page. */
  items: z.array(listedChannel),
  /** Matching channels, or with tag_mode their tags. */
  total: z.number(),
  /** The tags of the page in order; only with tag_mode. */
  tags: z.array(listedTag),
})
export type ChannelRows = z.infer<typeof channelRows>
