import { z } from 'zod'

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

/** Longest span of time in seconds: of an account's own figures, and of an administrator's. */
export const dataSpanMax = { own: 31 * 86_400 + 3_600, admin: 366 * 86_400 }
/** Beyond so many seconds a step is a day (UTC), not an hour. */
export const hourlySpanMax = 31 * 86_400 + 3_600

export const dataSteps = ['hour', 'day', 'week'] as const
/** How finely time is told. Weeks begin on Monday. */
export type DataStep = (typeof dataSteps)[number]

/** Calls added up. Amounts in quota units, durations in milliseconds. */
const dataSums = z.object({
  /** Charged ones, free ones included. */
  calls: z.number(),
  /** Calls that failed, those the gateway refused included. */
  errors: z.number(),
  quota: z.number(),
  prompt_tokens: z.number(),
  completion_tokens: z.number(),
  /** From the request to the end of the answer, of all calls together. */
  use_time_ms: z.number(),
})
export type DataSums = z.infer<typeof dataSums>

const figures = z.array(z.number())

/** A model in a period: its sums, and what they are made of, a figure for each step. */
const dataModel = dataSums.extend({
  model_name: z.string(),
  series: z.object({ quota: figures, calls: figures, tokens: figures }),
})
export type DataModel = z.infer<typeof dataModel>

/** `GET /api/data/overview` and `/api/data/self/overview`. Times in seconds. */
export const dataOverview = z.object({
  start: z.number(),
  /** Where the span ends; not after now. */
  end: z.number(),
  /** Nothing was ever called: there is nothing to look further back for. */
  is_new: z.boolean(),
  /** The step that was used: days where hours would be too many. */
  step: z.enum(dataSteps),
  /** Where each step begins, by the clock of the asker; the first may begin before `start`. */
  starts: figures,
  sums: dataSums,
  /**
   * The same span, as many whole days earlier as it takes not to overlap. An hour that is not over yet is compared with
   * the same share of its earlier one.
   */
  previous: dataSums,
  /** A figure for each step, 0 where nothing happened. */
  series: z.object({
    calls: figures,
    errors: figures,
    quota: figures,
    prompt_tokens: figures,
    completion_tokens: figures,
    use_time_ms: figures,
  }),
  /** Those that were charged most, at most `dataModelsMax`. */
  models: z.array(dataModel),
  /** All others as one; null = there are no others. */
  others: dataModel.omit({ model_name: true }).extend({ count: z.number() }).nullable(),
})
export type DataOverview = z.infer<typeof dataOverview>
/** Models that are told one by one. */
export const dataModelsMax = 8

/** A line of `GET /api/data/users`: accounts by what they were charged, at most `dataLinesMax`. */
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
  /** Why it was switched off by itself; '' = not known. */
  status_reason: z.string(),
  /** When, in seconds; 0 = not known. */
  status_time: z.number(),
})
export type DataChannel = z.infer<typeof dataChannel>

/** `GET /api/data/channels`: those that need looking at. At most `dataLinesMax` of each kind. */
export const dataChannels = z.object({
  /** Channels in all. */
  total: z.number(),
  /** How many are not enabled now. */
  stopped_total: z.number(),
  /** How many of them the gateway switched off. */
  auto_stopped_total: z.number(),
  /** Switched off by the gateway first, the newest first. */
  stopped: z.array(dataChannel),
  /** Enabled ones on which calls failed, most first. */
  failing: z.array(dataChannel),
})
export type DataChannels = z.infer<typeof dataChannels>

/** An API token and how long what is left on it lasts. */
const dataToken = z.object({
  id: z.number(),
  /** '' = the token is gone. */
  name: z.string(),
  /** `tokenStatus`. */
  status: z.number(),
  unlimited_quota: z.boolean(),
  remain_quota: z.number(),
  /** Charged in the span that was asked for. */
  calls: z.number(),
  quota: z.number(),
  /** Quota a day, of the last seven days. */
  pace: z.number(),
})
export type DataToken = z.infer<typeof dataToken>

/** `GET /api/data/self/tokens`, and `/api/data/tokens` for administrators. */
export const dataTokens = z.object({
  /** Balance of the account. */
  quota: z.number(),
  /** Quota a day the account was charged in the last seven days; since its first call where that is less. */
  pace: z.number(),
  /** API tokens the account has. */
  total: z.number(),
  /** By what they were charged, at most `dataLinesMax`. */
  items: z.array(dataToken),
  /** Used up, or soon so: those that end first, at most `dataLinesMax`. */
  low: z.array(dataToken),
})
export type DataTokens = z.infer<typeof dataTokens>

export const dataLinesMax = 8
