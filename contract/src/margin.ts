import { z } from 'zod'

/** What a margin report may be told apart by. */
export const marginKeys = ['model', 'channel', 'user', 'day'] as const
export type MarginKey = (typeof marginKeys)[number]

/**
 * Sums of calls in quota units. Cost and margin speak for the calls whose cost is known and are null when there is
 * none: what is unknown is not 0.
 */
const marginSums = z.object({
  calls: z.number(),
  /** What users paid. */
  charge: z.number(),
  /** The same before group discounts. */
  list: z.number(),
  /** Of these calls the cost is known. */
  cost_known: z.number(),
  /** What users paid for them. */
  cost_known_charge: z.number(),
  /** What upstreams took for them. */
  cost: z.number().nullable(),
  /** `cost_known_charge` less `cost`. */
  margin: z.number().nullable(),
  /** Of `cost_known_charge`, with two decimals; null also when that is nothing. */
  margin_percent: z.number().nullable(),
})
export type MarginSums = z.infer<typeof marginSums>

/** A line of the report; what it is not told apart by is null. */
const marginRow = marginSums.extend({
  model_name: z.string().nullable(),
  channel_id: z.number().nullable(),
  /** '' = the channel is gone. */
  channel_name: z.string().nullable(),
  user_id: z.number().nullable(),
  username: z.string().nullable(),
  /** `2026-11-20`, in the time zone that was asked for. */
  day: z.string().nullable(),
})
export type MarginRow = z.infer<typeof marginRow>

export const marginSorts = [
  ...marginKeys,
  'calls',
  'charge',
  'list',
  'cost',
  'margin',
  'margin_percent',
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

/** Longest span of time of a report, in seconds. */
export const marginSpanMax = 366 * 86_400
