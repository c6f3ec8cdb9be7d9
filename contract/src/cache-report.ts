import { z } from 'zod'

/** The dimensions of the report on caches. */
export const cacheKeys = ['model', 'channel', 'token', 'client'] as const
export type CacheKey = (typeof cacheKeys)[number]

/** Lines of a report. */
export const cacheLinesMax = 200
/** Longest span of time of a report, in seconds. */
export const cacheSpanMax = 92 * 86_400

/** Sums of calls. Amounts are quota at the list prices of today, before group ratios; null = none of it has a price. */
const cacheSums = z.object({
  calls: z.number(),
  /** Input of the calls that say how much of it came from a cache. */
  counted_tokens: z.number(),
  read_tokens: z.number(),
  write_tokens: z.number(),
  /** Of `counted_tokens`; null = nothing is counted. */
  hit_percent: z.number().nullable(),
  /** What reading from caches saved against fresh input, less what writing to them cost more. */
  saved: z.number().nullable(),
  /** What reading from a cache would have saved of the input that was not read from one. */
  missed: z.number().nullable(),
})
export type CacheSums = z.infer<typeof cacheSums>

/** A line; what does not belong to its dimension is null, and the name of what is gone ''. */
const cacheLine = cacheSums.extend({
  model_name: z.string().nullable(),
  channel_id: z.number().nullable(),
  channel_name: z.string().nullable(),
  token_id: z.number().nullable(),
  token_name: z.string().nullable(),
  username: z.string().nullable(),
  /** '' = unknown programs. */
  client: z.string().nullable(),
})
export type CacheLine = z.infer<typeof cacheLine>

export const cacheReport = z.object({
  /** The most expensive misses first. */
  items: z.array(cacheLine),
  total: z.number(),
  /** Of all lines. */
  sums: cacheSums,
  /** The pairs with the least input that was missed are left out: there are too many. */
  is_partial: z.boolean(),
})
export type CacheReport = z.infer<typeof cacheReport>

/** The newest calls of a span that are read for `promptParts`. */
export const promptPartCallsMax = 2_000

/** Where the prompts of the newest calls of a span differ from the turns before: nothing after it is cached. */
export const promptParts = z.object({
  /** Charged calls that were read, the newest ones. */
  calls: z.number(),
  /** Of these, the calls whose prompt differs, by the first part that does. */
  tools: z.number(),
  system: z.number(),
  message: z.number(),
})
export type PromptParts = z.infer<typeof promptParts>
