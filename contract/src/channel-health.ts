import { z } from 'zod'
import { failureCauses } from './failure-cause.ts'

const breakerState = z.enum(['closed', 'open', 'half_open'])

/** A pair of key and model that rests, or waits for a probe. */
const restingPair = z.object({
  model: z.string(),
  /** Position of the key in the channel, from 1; 0 = it was replaced. */
  key_number: z.number(),
  state: breakerState,
  rest_seconds: z.number(),
  /** The only account whose calls are kept out; null = all. */
  user_id: z.number().nullable(),
  cause: z.enum(failureCauses).nullable(),
})

/** An entry of GET /api/channel/health: what the answering node knows of calls through a channel. */
export const channelHealth = z.object({
  channel_id: z.number(),
  /** '' = it was deleted. */
  name: z.string(),
  /** Consecutive failures; 0 = the last call succeeded, or there was none. */
  failures: z.number(),
  /** Seconds for which calls avoid it, if another channel is available; 0 = it takes calls. */
  rest_seconds: z.number(),
  /** Of the channel, or of the pair of key and model that rests longest. */
  state: breakerState,
  cause: z.enum(failureCauses).nullable().describe('Of the rest or the last failure; null = none.'),
  in_flight: z.number(),
  /** Within a minute. */
  calls: z.number(),
  errors: z.number(),
  broken: z.number().describe('Answers with status 200 that were empty, unreadable or cut, also after they had begun.'),
  latency_ms: z.number().nullable().describe('Mean time until an answer began; null = none within a minute.'),
  tokens_per_second: z.number().nullable(),
  resting: z.array(restingPair),
  /** Keys that the upstream refused within the last hour, and did not accept since. */
  refused_keys: z.number(),
  last_error: z.string(),
  /** Unix seconds; 0 = none. */
  last_error_time: z.number(),
})

export type ChannelHealthEntry = z.infer<typeof channelHealth>
