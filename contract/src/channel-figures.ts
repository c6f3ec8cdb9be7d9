import { z } from 'zod'

/** Steps of the last hour, and their length in seconds. */
export const errorSteps = 12
export const errorStepSeconds = 300

/** The largest number of failed calls that are read. */
export const countedErrorsMax = 20_000

const channelErrorCount = z.object({
  channel_id: z.number(),
  errors: z.number(),
  steps: z.array(z.number()).describe(`${errorSteps} steps of ${errorStepSeconds} seconds, the oldest first.`),
})
export type ChannelErrorCount = z.infer<typeof channelErrorCount>

/** Answer of GET /api/channel/errors. */
export const channelErrors = z.object({
  /** Unix seconds. Later than an hour ago where more than `countedErrorsMax` calls failed: earlier ones are missing. */
  counted_from: z.number(),
  /** Only channels with failed calls. */
  channels: z.array(channelErrorCount),
})
export type ChannelErrors = z.infer<typeof channelErrors>

/** The days of the margins of channels. */
export const channelMarginDays = 30

const channelMargin = z.object({
  channel_id: z.number(),
  /** Cost and margin in quota units, of the calls whose cost is known; null = of none. */
  cost: z.number().nullable(),
  margin: z.number().nullable(),
  margin_percent: z.number().nullable(),
})
export type ChannelMargin = z.infer<typeof channelMargin>

/** Answer of POST /api/channel/batch/margins: only channels with calls. */
export const channelMargins = z.array(channelMargin)
