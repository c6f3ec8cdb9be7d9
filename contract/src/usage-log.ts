import { z } from 'zod'
import type { PackedReason } from './channel-reasons.ts'
import type { PackedParams } from './error-params.ts'
import type { FailureCause } from './failure-cause.ts'
import type { StoredNote } from './log-notes.ts'
import type { NamedAxis, ServedAxis } from './price-axes.ts'
import type { expressionMode, Variable } from './price-expression/language.ts'
import type { PriceCondition } from './price-rules.ts'
import type { RouteWhy } from './routing.ts'
import type { ToolName } from './tool-prices.ts'

/** What an upstream's usage may say that cannot be true: the tokens of a side, seconds, characters, runs of tools. */
export const unbelievedCounts = ['input', 'output', 'seconds', 'characters', 'tools'] as const
export type Unbelieved = { readonly [count in (typeof unbelievedCounts)[number]]?: number }

/**
 * A row of the usage log. `other` is JSON text with the shape `UsageLogDetail`; `content` is a message in the language
 * of the reader. Times in seconds.
 */
export const usageLog = z.object({
  id: z.number(),
  user_id: z.number(),
  created_at: z.number(),
  type: z.number(),
  content: z.string(),
  username: z.string(),
  token_name: z.string(),
  model_name: z.string(),
  quota: z.number(),
  prompt_tokens: z.number(),
  completion_tokens: z.number(),
  use_time: z.number(),
  is_stream: z.boolean(),
  channel: z.number(),
  channel_name: z.string(),
  token_id: z.number(),
  group: z.string(),
  request_id: z.string(),
  /** The program that called, by its user agent; '' = unknown. */
  client: z.string(),
  other: z.string(),
})
export type UsageLog = z.infer<typeof usageLog>

/** `data` of GET /api/log/self/last-call. Times in milliseconds. */
export const lastCall = z.object({
  /** Of the server: the next request asks since then. */
  at: z.number(),
  /** A call that failed, too; null = there was none, or its row is not kept. */
  call: usageLog.nullable(),
})
export type LastCall = z.infer<typeof lastCall>

/** One upstream call of a relayed call, in order. */
export interface AttemptRecord {
  channel_id: number
  channel_name: string
  /** The group whose channel it is; only of tokens that try several. */
  group?: string
  /** Why this channel was chosen. */
  why?: RouteWhy
  /** The same in English, written from `why` in answers: `priority 10, weight 3, 2 left`. */
  reason?: string
  /** Why it failed; absent = it did not. */
  cause?: FailureCause
  /**
   * It was asked beside another channel that was slow to begin. `lost` = the other one was faster: cancelled, not
   * charged.
   */
  hedge?: 'won' | 'lost'
  /** No further channel was asked, because too many calls were being repeated. */
  stopped?: 'retry_budget'
  status: number | null
  /** The upstream's own message, or the gateway's in English. */
  error: string | null
  /** The gateway's message as data, for `parseChannelReason`. */
  error_data?: PackedReason
  /** The upstream's own id of the call, as in `x-request-id` of its answer; absent = it sent none. */
  upstream_id?: string
  started_ms: number
  duration_ms: number
}

/**
 * The runs of a paid tool. They cost `price` currency units a thousand, or what `tokens` says; with neither they had no
 * price, and were charged nothing.
 */
export interface ToolRunDetail {
  tool: ToolName
  count: number
  price?: number
  /** Runs that are charged by the tokens of a model of their own. */
  tokens?: { model: string; prompt_tokens: number; completion_tokens: number; detail: UsageLogDetail }
}

/** JSON text `other` of a usage row. `usage-log-readers.ts` says who sees each field. */
/**
 * Where the prompt of a turn differs from the turn before: from there on, nothing comes from a prompt cache. `at`: the
 * number of the message, from 1; 0 = the tools, which stand before all messages. `of`: messages of the turn before.
 */
export interface PromptPart {
  in: 'tools' | 'system' | 'message'
  at: number
  of: number
}

export interface UsageLogDetail {
  model_ratio?: number
  group_ratio?: number
  completion_ratio?: number
  /** -1 = billed by ratio. */
  model_price?: number
  /** What the model's price is for: a second, or a million characters. Absent = a call, image or search. */
  price_unit?: 'second' | 'character'
  /** Seconds of sound or video, and characters of text for speech; absent = none. */
  seconds?: number
  spoken_characters?: number
  /** Absent = the prompt continues the turn before, or that is not known. */
  prompt_part?: PromptPart
  cache_tokens?: number
  cache_ratio?: number
  cache_creation_tokens?: number
  cache_creation_ratio?: number
  /** The part of `cache_creation_tokens` written for an hour, and its ratio; absent = none. */
  cache_creation_tokens_1h?: number
  cache_creation_ratio_1h?: number
  /** The call had audio, or image output or input; absent = not. */
  audio?: boolean
  image?: boolean
  /** Text tokens besides the audio. */
  text_input?: number
  text_output?: number
  /** The input is counted in characters, not in tokens: text for speech. */
  characters?: boolean
  /** Non-text parts of the input and output; absent = none. */
  audio_input?: number
  audio_output?: number
  audio_ratio?: number
  audio_completion_ratio?: number
  image_input?: number
  image_output?: number
  image_ratio?: number
  /** Absent: output images cost the same as output text, cached audio follows `cache_ratio`. */
  image_completion_ratio?: number
  /** Of reasoning that is priced apart from output text, in `reasoning_output` tokens. */
  reasoning_ratio?: number
  reasoning_output?: number
  audio_cache_ratio?: number
  /** Parts of `cache_tokens`; absent = none. */
  cache_audio_tokens?: number
  cache_image_tokens?: number
  /** How many times a fixed price was due; absent = once. */
  units?: number
  /** Of several calls that were charged together, the prompt of the one by which their price was found. */
  sample_tokens?: number
  /** Factor for size and quality of the images; present only if images were charged by number. */
  image_factor?: number
  /**
   * Factor of price rules on the whole price, and the condition of the rule that made the price; absent = none.
   * `price_stacks`: the stacking rules, of which the factor is the product with that of the rule.
   */
  price_factor?: number
  price_rule?: PriceCondition
  price_stacks?: readonly { readonly when: PriceCondition; readonly factor: number }[]
  /** How the upstream served the call, if not in the standard way, and what it made. */
  served?: Readonly<Partial<Record<NamedAxis, string>>>
  /** What of it may have been dearer upstream and had no price: the call was charged without it. */
  served_unpriced?: ServedAxis[]
  /** Searches: number of calls, and currency units for a thousand calls. */
  web_search?: boolean
  web_search_call_count?: number
  web_search_price?: number
  google_search?: boolean
  google_search_call_count?: number
  google_search_price?: number
  file_search?: boolean
  file_search_call_count?: number
  file_search_price?: number
  /** The price was an expression. */
  billing_mode?: typeof expressionMode
  /** The expression in base64. */
  expr_b64?: string
  /** Its factors for some requests: the condition as text, and whether it held. */
  request_rules?: readonly { readonly cond: string; readonly multiplier: number; readonly matched: boolean }[]
  /** The tier that counted; absent = it has no name. */
  matched_tier?: string
  /** The sum of its products: tokens and currency units for a million of them; `call` = for each call. */
  expr_parts?: readonly { readonly variable: Variable | 'call'; readonly count: number; readonly price: number }[]
  /** Instead, where it is no sum of products: currency units, times a million. */
  expr_amount?: string
  /** Other paid tools of the upstream; absent = none. */
  tool_runs?: readonly ToolRunDetail[]
  /** The part of its price that the call cost, as in a batch: `price_factor` includes it. Absent = the whole. */
  discount?: number
  /** Quota for a currency unit, if a price was in currency units. */
  quota_per_unit?: number
  /** Milliseconds to the first upstream chunk; -1000 for plain answers. Read it by `firstTokenMs`. */
  frt?: number
  /** Milliseconds of the whole call. */
  total_ms?: number
  reasoning_effort?: string
  reasoning_tokens?: number
  is_model_mapped?: boolean
  upstream_model_name?: string
  /** The gateway counted the usage: the upstream reported none or an implausible one. */
  usage_estimated?: boolean
  /** Names of counts in the upstream's usage that the gateway does not know, and that nothing was charged for. */
  usage_unknown_fields?: readonly string[]
  /** Counts of the upstream that cannot be true: the gateway's own were charged in their place. */
  usage_unbelieved?: Unbelieved
  /** How the call ended: complete, client_gone, upstream_cut, limit, error, recovered, corrected. */
  end?: string
  /**
   * The row is the difference between the whole charge of a call and what was charged when its node was lost. The
   * tokens are those of the whole call.
   */
  correction?: { charge: number; charged: number; prompt_tokens: number; completion_tokens: number }
  /** List price before group discounts, in quota units. */
  list_quota?: number
  /** The exact charge in quota units with up to six decimals. */
  exact_quota?: string
  path?: string
  /** `params`: the values of the code's message; absent if the message is an upstream's. */
  error?: { code: string; status: number; message: string } & Partial<PackedParams>
  /** For a row about something other than a call: code and values of its message; absent in imported rows. */
  note?: StoredNote
  admin_info?: {
    use_channel: string[]
    attempts?: AttemptRecord[]
    client_ip?: string
    /** The upstream's charge, in quota units; absent = the channel has no cost price for it. */
    cost_quota?: number
  }
}

/** A row, and the other rows of its call: a stream that was cut has one for its error and one for its charge. */
export const usageEntry = z.object({ entry: usageLog, related: z.array(usageLog) })
export type UsageEntry = z.infer<typeof usageEntry>

/** A step of time in a histogram; `at` is its start in seconds. */
const histogramBin = z.object({
  at: z.number(),
  /** Calls that ended well, including free ones. */
  calls: z.number(),
  /** Calls that failed or were refused; a stream that was cut is one, though it was charged. */
  failed: z.number(),
  /** The charges, less the refunds of the same time. */
  quota: z.number(),
})

/**
 * The calls of a filter over time, without empty steps. Reading is bounded: calls before `counted_from` are not
 * included. Times in seconds.
 */
export const usageHistogram = z.object({
  start: z.number(),
  end: z.number(),
  /** Length of a step in seconds. */
  step: z.number(),
  bins: z.array(histogramBin),
  /** Sums of the steps. */
  calls: z.number(),
  failed: z.number(),
  quota: z.number(),
  counted_from: z.number(),
  /** Median of the time to the first token, of the newest streamed calls; null = there are none. */
  first_token_ms: z.number().nullable(),
  /** The number of calls with that median. */
  first_token_calls: z.number(),
})
export type UsageHistogram = z.infer<typeof usageHistogram>

export const exportFormats = ['csv', 'jsonl'] as const
export type ExportFormat = (typeof exportFormats)[number]

export const usageStat = z.object({ quota: z.number(), rpm: z.number(), tpm: z.number() })
export type UsageStat = z.infer<typeof usageStat>

/** The database that old usage rows move to. Numbers and times are 0 where nothing waits. */
export const logStoreState = z.object({
  /** Whether there is one of its own. */
  is_separate: z.boolean(),
  is_reachable: z.boolean(),
  /** Rows that should have moved and wait in the main database, counted up to 10 000. */
  waiting_rows: z.number(),
  /** The time of the oldest of them, in seconds. */
  waiting_since: z.number(),
})
export type LogStoreState = z.infer<typeof logStoreState>

/**
 * A list of logs: `total` is counted up to `total_max`; rows beyond it need `cursor`. `total_max` is lower where
 * counting would read too many rows: then `total` equals it, and there may be more. A list of one account with more
 * filters than times reads a bounded number of rows: then `items` may hold less than a page, even nothing, and
 * `next_cursor` continues.
 */
export interface UsageLogPage {
  items: UsageLog[]
  total: number
  total_max: number
  page: number
  page_size: number
  /** The `cursor` of the next page; null for the last. */
  next_cursor: string | null
}
