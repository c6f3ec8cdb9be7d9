import { z } from 'zod'

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
] as const

/** Values of `only` in the lists of channels; any other value means all channels. */
export const channelSelections = ['attention', 'unpriced', 'expiring'] as const
export type ChannelSelection = (typeof channelSelections)[number]

/** An enabled channel that expires within this time needs attention. */
export const expiringSoonSeconds = 7 * 86_400

/** The largest page of channels. */
export const channelPageSizeMax = 5_000

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
