import { z } from 'zod'
import { callCauses } from './call-causes.ts'

/** `GET /api/data/` and `/api/data/self`: calls of one model in one step of time. */
export const usageBucket = z.object({
  /** Always 0: a row is a sum. */
  id: z.number(),
  /** 0 and '' where all accounts are summed. */
  user_id: z.number(),
  username: z.string(),
  model_name: z.string(),
  /** Beginning of the step, in seconds. */
  created_at: z.number(),
  count: z.number(),
  quota: z.number(),
  token_used: z.number(),
})
export type UsageBucket = z.infer<typeof usageBucket>
/** The most rows by the hour, about 1.3 MB; more are added up by day (UTC). */
export const usageBucketsMax = 10_000

/**
 * `GET /api/data/flow`: calls by who made them and what answered. An account sees its tokens, an administrator accounts
 * and channels, the super administrator all of them.
 */
export const dataFlow = z.object({
  user_id: z.number().optional(),
  username: z.string().optional(),
  token_id: z.number().optional(),
  token_name: z.string().optional(),
  use_group: z.string(),
  channel_id: z.number().optional(),
  channel_name: z.string().optional(),
  model_name: z.string(),
  token_used: z.number(),
  count: z.number(),
  quota: z.number(),
})
export type DataFlow = z.infer<typeof dataFlow>
/** Rows with the highest charge; others are left out. */
export const dataFlowMax = 1_000

/** Longest span in seconds: of an account's own figures, and of an administrator's. */
export const dataSpanMax = { own: 31 * 86_400 + 3_600, admin: 366 * 86_400 }
/** Beyond this many seconds a step is a day (UTC), not an hour. */
export const hourlySpanMax = 31 * 86_400 + 3_600

export const dataSteps = ['hour', 'day', 'week'] as const
/** Steps of time. Weeks begin on Monday. */
export type DataStep = (typeof dataSteps)[number]

/** Calls added up. Amounts in quota units, durations in milliseconds. */
const dataSums = z.object({
  /** Calls that ended well, including free ones. */
  calls: z.number(),
  /** Failed calls, including those that the gateway refused, and streams that were cut and charged. */
  errors: z.number(),
  /** Charged calls, including free ones and streams that were cut: `use_time_ms` is theirs. */
  charged_calls: z.number(),
  quota: z.number(),
  prompt_tokens: z.number(),
  completion_tokens: z.number(),
  /** From the request to the end of the answer, summed over the charged calls. */
  use_time_ms: z.number(),
  /** Input read from caches, and all input of the calls that say it; 0 of the second = the share is unknown. */
  cache_read_tokens: z.number(),
  cache_counted_tokens: z.number(),
})
export type DataSums = z.infer<typeof dataSums>

const figures = z.array(z.number())

const timesOrNone = z.array(z.number().nullable())
/** Milliseconds, within `dataFirstTokenError` between 100 ms and 51.2 s; shorter and longer times count as these. */
const firstTokenTimes = z.object({
  /** Streamed calls whose time was counted. */
  calls: z.number(),
  /** Half of the calls, and 95 of 100, took at most so long; null = no time was counted. */
  p50_ms: z.number().nullable(),
  p95_ms: z.number().nullable(),
})
export type FirstTokenTimes = z.infer<typeof firstTokenTimes>
/** The times are counted by intervals: the most by which a percentile may differ from the exact one. */
export const dataFirstTokenError = 0.19

/** Calls are grouped by one or two of these: by `token` those of one account, by `channel` only for administrators. */
export const dataGroupings = ['model', 'token', 'group', 'client', 'channel'] as const
export type DataGrouping = (typeof dataGroupings)[number]
export const dataGroupingsMax = 2

/** A part of the calls of a period: its sums, and the figure of each step. It has the names of its groupings only. */
const dataPart = dataSums.extend({
  model_name: z.string().optional(),
  /** 0 = without a token. */
  token_id: z.number().optional(),
  /** '' = the token is gone. */
  token_name: z.string().optional(),
  group: z.string().optional(),
  /** A known program, or `otherClient`; '' = unknown, as of calls of earlier versions. */
  client: z.string().optional(),
  /** 0 = refused before any channel. */
  channel_id: z.number().optional(),
  /** '' = the channel is gone. */
  channel_name: z.string().optional(),
  series: z.object({ quota: figures, calls: figures, tokens: figures }),
})
export type DataPart = z.infer<typeof dataPart>

/** `GET /api/data/overview` and `/api/data/self/overview`. Times in seconds. */
export const dataOverview = z.object({
  start: z.number(),
  /** The end of the span, at most now. */
  end: z.number(),
  /** There was never any call, so an earlier span would be empty too. */
  is_new: z.boolean(),
  /** The step that was used: days where hours would be too many. */
  step: z.enum(dataSteps),
  /** The start of each step in the requester's time zone; the first may begin before `start`. */
  starts: figures,
  sums: dataSums,
  /**
   * The preceding span: as many whole days earlier as are needed not to overlap. An incomplete hour is compared with
   * the same share of its earlier one.
   */
  previous: dataSums,
  /** A figure for each step, 0 without calls. */
  series: z.object({
    calls: figures,
    errors: figures,
    charged_calls: figures,
    quota: figures,
    prompt_tokens: figures,
    completion_tokens: figures,
    use_time_ms: figures,
    cache_read_tokens: figures,
    cache_counted_tokens: figures,
  }),
  /** From the request to the first token of the charged calls that were streamed. */
  first_token: z.object({
    span: firstTokenTimes,
    previous: firstTokenTimes,
    series: z.object({ p50_ms: timesOrNone, p95_ms: timesOrNone }),
  }),
  /** The calls by what was asked for, the highest charges first, at most `dataPartsMax`. */
  parts: z.array(dataPart),
  /** The sum of all others; null = there are none. */
  others: dataSums.extend({ count: z.number(), series: dataPart.shape.series }).nullable(),
})
export type DataOverview = z.infer<typeof dataOverview>
/** Parts that are listed individually. */
export const dataPartsMax = 8
/** Steps times parts where all parts are asked for. */
export const dataFiguresMax = 1_000_000

/** `GET /api/data/errors` and `/api/data/self/errors`: why calls failed, the most frequent cause first. */
export const dataErrors = z.object({
  /** Failed calls that were examined: the newest, at most `dataErrorsMax`. */
  counted: z.number(),
  /** Failed calls before this time (seconds) were not examined. */
  counted_from: z.number(),
  causes: z.array(
    z.object({
      cause: z.enum(callCauses),
      calls: z.number(),
      /** The models of most of these calls, at most `dataErrorModelsMax`. */
      models: z.array(z.object({ model_name: z.string(), calls: z.number() })),
      /** The newest of these calls: a row of the usage log, with its time in seconds. */
      newest: z.object({ id: z.number(), created_at: z.number() }),
    }),
  ),
})
export type DataErrors = z.infer<typeof dataErrors>

/** A cause of failed calls of one model on one channel. */
const errorLine = z.object({
  cause: z.enum(callCauses),
  /** 0 and '' = refused before any channel; '' with an id = the channel is gone. */
  channel_id: z.number(),
  channel_name: z.string(),
  /** '' = refused before the model was known. */
  model_name: z.string(),
  calls: z.number(),
  /** The oldest of these calls among the examined ones, in seconds. */
  since: z.number(),
  /** The newest: a row of the usage log, with its time in seconds. */
  newest: z.object({ id: z.number(), created_at: z.number() }),
})
export type DataErrorLine = z.infer<typeof errorLine>

/** `GET /api/data/errors`: for administrators also by channel and model, most calls first, at most `dataLinesMax`. */
export const dataSiteErrors = dataErrors.extend({
  lines: z.array(errorLine),
  /** All lines, shown or not. */
  lines_total: z.number(),
})
export type DataSiteErrors = z.infer<typeof dataSiteErrors>
export const dataErrorsMax = 500
export const dataErrorModelsMax = 3

/** A line of `GET /api/data/users`: accounts by their charges, at most `dataLinesMax`. */
export const dataUser = dataSums.extend({
  user_id: z.number(),
  /** '' = the account is gone. */
  username: z.string(),
})
export type DataUser = z.infer<typeof dataUser>

/** A line of `GET /api/data/channels`. */
const dataChannel = dataSums.extend({
  id: z.number(),
  name: z.string(),
  /** `channelStatus`. */
  status: z.number(),
  /** Why it was switched off automatically; '' = unknown. */
  status_reason: z.string(),
  /** When, in seconds; 0 = unknown. */
  status_time: z.number(),
})
export type DataChannel = z.infer<typeof dataChannel>

/** `GET /api/data/channels`: channels that need attention. At most `dataLinesMax` of each kind. */
export const dataChannels = z.object({
  /** Total number of channels. */
  total: z.number(),
  /** How many are not enabled now. */
  stopped_total: z.number(),
  /** How many of them the gateway switched off. */
  auto_stopped_total: z.number(),
  /** Those that the gateway switched off first, the newest first. */
  stopped: z.array(dataChannel),
  /** Enabled channels with failed calls, most first. */
  failing: z.array(dataChannel),
})
export type DataChannels = z.infer<typeof dataChannels>

/**
 * Why an administrator is needed, in the order of `GET /api/data/attention`. `count` is the number of:
 *
 * - `stopped_channel`: 1. The gateway disabled this channel, for `reason`. `calls` that asked for its models failed.
 * - `stopped_channels`: further channels that the gateway disabled.
 * - `refused_keys`: keys that the gateway disabled in channels which others keep enabled; `named` are the channels.
 * - `unpriced_models`: models on sale without a price, to which calls are refused.
 * - `low_disk`: free megabytes of the disk of the answering node.
 * - `failed_jobs`: scheduled work of the answering node whose last run failed.
 * - `low_balances`: enabled channels whose balance at the upstream is used up or, as far as their cost is known, lasts
 *   less than a day at the pace of the last one.
 * - `failing_channels`: enabled channels that rest, or one of whose keys is refused, on the answering node.
 * - `failed_tests`: enabled channels whose last test failed.
 * - `interrupted_sweeps`: tests, balances and model lists of all channels that did not end; named by `SweepKind`.
 * - `failed_price_lists`: price lists whose last look failed.
 * - `waiting_orders`: orders that have waited for payment for more than an hour.
 * - `payment_alerts`: messages of payment gateways within a day.
 * - `expiring_channels`: enabled channels that expire within a week, or have expired.
 * - `price_proposals`: prices that wait for a decision.
 */
export const attentionKinds = [
  'stopped_channel',
  'stopped_channels',
  'keyless_channels',
  'refused_keys',
  'unpriced_models',
  'low_disk',
  'failed_jobs',
  'low_balances',
  'failing_channels',
  'unbelieved_usage',
  'failed_tests',
  'interrupted_sweeps',
  'failed_price_lists',
  'waiting_orders',
  'payment_alerts',
  'expiring_channels',
  'price_proposals',
] as const
export type AttentionKind = (typeof attentionKinds)[number]

const attentionItem = z.object({
  kind: z.enum(attentionKinds),
  count: z.number(),
  /** The first of them, at most `attentionNamesMax`; id 0 = they have none. */
  named: z.array(z.object({ id: z.number(), name: z.string() })),
  /** All that could be named. */
  named_total: z.number(),
  /** Since when, in seconds; 0 = unknown. */
  since: z.number(),
  /** In the reader's language; '' = none. */
  reason: z.string(),
  /** Failed calls since then, within the last day; null = unknown. */
  calls: z.number().nullable(),
})
export type AttentionItem = z.infer<typeof attentionItem>
export const attentionNamesMax = 3

/** `GET /api/data/attention`: what the site does now, and what needs an administrator. */
export const dataAttention = z.object({
  /** All channels, and those that may be called now: enabled, with a key, not expired. */
  channels: z.number(),
  serving: z.number(),
  /** Calls that ended within the last minute, at most `recentCallsMax`; null = their rows are not kept. */
  last_minute_calls: z.number().nullable(),
  /** What needs attention; disk and scheduled work only for the super administrator. */
  items: z.array(attentionItem),
})
export type DataAttention = z.infer<typeof dataAttention>
export const recentCallsMax = 100_000

/** `GET /api/data/customers`: at most `dataLinesMax` of each kind. Administrators are no customers. */
export const dataCustomers = z.object({
  /** The newest accounts first. */
  newest: z.array(
    z.object({
      user_id: z.number(),
      username: z.string(),
      /** Seconds. */
      created_at: z.number(),
      quota: z.number(),
      used_quota: z.number(),
    }),
  ),
  /**
   * Enabled accounts whose balance lasts less than `lowBalanceDays` at their pace, the largest customers first, then
   * those that have spent something and have less than a cent.
   */
  low: z.array(
    z.object({
      user_id: z.number(),
      username: z.string(),
      quota: z.number(),
      /** Quota a day, over the last seven whole days (UTC). */
      pace: z.number(),
    }),
  ),
})
export type DataCustomers = z.infer<typeof dataCustomers>
export const lowBalanceDays = 3

/** An API token, and how long its quota will last. */
const dataToken = z.object({
  id: z.number(),
  /** '' = the token is gone. */
  name: z.string(),
  /** `tokenStatus`. */
  status: z.number(),
  unlimited_quota: z.boolean(),
  remain_quota: z.number(),
  /** Charges in the requested span. */
  calls: z.number(),
  quota: z.number(),
  /** Quota a day, over the last seven days. */
  pace: z.number(),
})
export type DataToken = z.infer<typeof dataToken>

/** `GET /api/data/self/tokens`, and `/api/data/tokens` for administrators. */
export const dataTokens = z.object({
  /** Balance of the account. */
  quota: z.number(),
  /** The account's charges a day over the last seven days, or since its first call. */
  pace: z.number(),
  /** API tokens the account has. */
  total: z.number(),
  /** By their charges, at most `dataLinesMax`. */
  items: z.array(dataToken),
  /** Used up, or nearly so: the first to end, at most `dataLinesMax`. */
  low: z.array(dataToken),
})
export type DataTokens = z.infer<typeof dataTokens>

export const dataLinesMax = 8
