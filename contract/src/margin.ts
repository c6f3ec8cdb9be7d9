import { z } from 'zod'

/** The dimensions of a margin report. */
export const marginKeys = ['model', 'channel', 'user', 'token', 'day'] as const
export type MarginKey = (typeof marginKeys)[number]

/**
 * Sums of calls in quota units. Cost and margin cover the calls whose cost is known, and are null when there are none:
 * an unknown cost is not 0.
 */
const marginSums = z.object({
  calls: z.number(),
  /** Charges to users. */
  charge: z.number(),
  /** The same before group ratios. */
  list: z.number(),
  /** The calls whose cost is known. */
  cost_known: z.number(),
  /** The charges for them. */
  cost_known_charge: z.number(),
  /** Their cost. */
  cost: z.number().nullable(),
  /** `cost_known_charge` less `cost`. */
  margin: z.number().nullable(),
  /** Of `cost_known_charge`, with two decimals; null also when that is nothing. */
  margin_percent: z.number().nullable(),
  /** Calls that were served in a way that may be dearer upstream and had no price, and the charges for them. */
  unpriced: z.number(),
  unpriced_charge: z.number(),
})
export type MarginSums = z.infer<typeof marginSums>

/** A line of the report; dimensions that were not requested are null. */
const marginRow = marginSums.extend({
  model_name: z.string().nullable(),
  channel_id: z.number().nullable(),
  /** '' = the channel is gone. */
  channel_name: z.string().nullable(),
  user_id: z.number().nullable(),
  username: z.string().nullable(),
  /** The API key; 0 = calls without one, such as those of the playground. */
  token_id: z.number().nullable(),
  token_name: z.string().nullable(),
  /** Name of the account of the key; '' = unknown. */
  token_owner: z.string().nullable(),
  /** `2026-11-20`, in the time zone that was asked for. */
  day: z.string().nullable(),
  /** The margin of each step of the span, null where none is known. Only if requested, and not for lines of days. */
  trend: z.array(z.number().nullable()).optional(),
})
export type MarginRow = z.infer<typeof marginRow>

/** `loss`: those with a loss first, the largest on top, then the others by charge; it has one direction. */
export const marginSorts = [
  ...marginKeys,
  'calls',
  'charge',
  'list',
  'cost',
  'margin',
  'margin_percent',
  'loss',
] as const
export type MarginSort = (typeof marginSorts)[number]

export const marginPage = z.object({
  items: z.array(marginRow),
  total: z.number(),
  page: z.number(),
  page_size: z.number(),
  /** Of all lines, whichever page is shown. */
  sums: marginSums,
})
export type MarginPage = z.infer<typeof marginPage>

/** Most steps of a trend. */
export const marginTrendMax = 48

/** Longest span of time of a report, in seconds. */
export const marginSpanMax = 366 * 86_400
