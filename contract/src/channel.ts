import { z } from 'zod'
import { costPrices } from './cost-prices.ts'
import { emptyable, jsonText } from './empty-text.ts'
import { makeReason, type Reason, reasonAt } from './error-reasons.ts'
import { failureCauses } from './failure-cause.ts'
import { headerOverrideText } from './header-override.ts'
import { limits } from './limits.ts'
import { listOperations, overrideOperation } from './param-override.ts'
import { headerText, plain } from './plain-text.ts'
import { endpointTypes } from './pricing.ts'
import { parseJson, parseRecord } from './read-json.ts'
import { parseOptions, reasonOfIssue, refusal } from './reason-of-issue.ts'
import { channelStatus } from './roles.ts'

const jsonObjectText = (values: z.ZodType) =>
  jsonText(65_536).superRefine((text, context) => {
    if (text.trim() === '') return
    const value = parseJson(text)
    if (value === undefined) context.addIssue(refusal('notJson'))
    else if (!z.record(z.string(), values).safeParse(value).success) context.addIssue(refusal('rightValues'))
  })

/** A channel, for administrators. `key` is never sent: it is always "". An empty text is "", never null. */
export const channel = z.object({
  id: z.number(),
  type: z.number(),
  key: z.literal(''),
  openai_organization: z.string(),
  test_model: z.string(),
  status: z.number(),
  name: z.string(),
  weight: z.number(),
  priority: z.number(),
  created_time: z.number(),
  test_time: z.number(),
  /** Milliseconds; 0 = never tested. */
  response_time: z.number(),
  base_url: z.string(),
  other: z.string(),
  balance: z.number(),
  balance_updated_time: z.number(),
  /** Currency of `balance`, ISO 4217. */
  balance_currency: z.string(),
  models: z.string(),
  group: z.string(),
  used_quota: z.number(),
  model_mapping: z.string(),
  status_code_mapping: z.string(),
  auto_ban: z.number(),
  other_info: z.string(),
  tag: z.string(),
  setting: z.string(),
  param_override: z.string(),
  /** JSON text: header → its value, or null to remove it; empty = none. */
  header_override: z.string(),
  /** For administrators; it has no effect. */
  remark: z.string(),
  max_input_tokens: z.number(),
  expired_time: z.number(),
  /** JSON text of `CostPrices`: the upstream's prices; empty = unknown. */
  cost_prices: z.string(),
  /** The number of keys; more than one only with `multi_key_mode`. */
  key_count: z.number(),
  /** The same as newer clients read it. `multi_key_status_list`: position of each key that is off, to its status. */
  channel_info: z.object({
    is_multi_key: z.boolean(),
    multi_key_size: z.number(),
    multi_key_status_list: z.record(z.string(), z.number()).nullable(),
    multi_key_polling_index: z.literal(0),
    multi_key_mode: z.enum(['', 'random', 'polling']),
  }),
})
export type Channel = z.infer<typeof channel>

/** Known keys of the JSON text `setting`; others are kept without effect. */
export const channelSetting = z.looseObject({
  force_format: z.boolean().optional(),
  thinking_to_content: z.boolean().optional(),
  pass_through_body_enabled: z.boolean().optional(),
  proxy: z.string().optional(),
  /** Put before the messages of a chat without instructions of its own; with `system_prompt_override`, of every chat. */
  system_prompt: z.string().max(65_536).optional(),
  system_prompt_override: z.boolean().optional(),
  multi_key_mode: z.enum(['random', 'round_robin']).optional(),
  /** Of the channel, over all its calls: a call goes to another channel instead. */
  limits: limits.optional(),
})
export type ChannelSetting = z.infer<typeof channelSetting>

/** Operations of an override are checked; other keys are fields of the body, with any value. */
const paramOverrideText = jsonObjectText(z.unknown()).superRefine((text, context) => {
  const operations = listOperations(parseRecord(text) ?? {}) ?? []
  const isWrong = operations.some((operation) => !overrideOperation.safeParse(operation).success)
  if (isWrong) context.addIssue(refusal('overrideOperations'))
})

const nullableText = (max: number) => z.string().max(max).nullable()

export const channelNameMax = 100

const tagName = plain(z.string().trim().max(64))

/** JSON text of `CostPrices`; empty = unknown. A wrong entry is named: `gpt-4o.ratio: must be a number`. */
const costPricesText = jsonText(262_144).superRefine((text, context) => {
  if (text.trim() === '') return
  const reason = costPricesObjection(text)
  if (reason !== null) context.addIssue({ code: 'custom', params: { reason } })
})

function costPricesObjection(text: string): Reason | null {
  const value = parseJson(text)
  if (value === undefined) return makeReason('notJson')
  const issue = costPrices.safeParse(value, parseOptions).error?.issues[0]
  if (issue === undefined) return null
  const reason = issue.code === 'invalid_union' ? makeReason('costForm') : reasonOfIssue(issue)
  return issue.path.length === 0 ? reason : reasonAt(issue.path.join('.'), reason)
}

/** How a channel uses its keys. Newer clients call `round_robin` `polling`. */
const multiKeyMode = z
  .enum(['', 'random', 'round_robin', 'polling'])
  .transform((mode) => (mode === 'polling' ? 'round_robin' : mode))

/**
 * Body of POST and PUT /api/channel/. On PUT absent fields stay and an empty `key` keeps the key. On POST with
 * `copy_of` absent fields are copied from that channel, and so is an empty `key`; its usage and test results are not.
 */
export const channelWrite = z.object({
  id: z.number().int().positive().optional(),
  /** The id of a channel; only on POST. */
  copy_of: z.number().int().positive().optional(),
  type: z.number().int().min(1).max(999).optional(),
  /** One key a line; several lines make several channels unless `multi_key_mode` is set. */
  key: emptyable(z.string().max(262_144)).optional(),
  name: emptyable(plain(z.string().trim().max(channelNameMax))).optional(),
  status: z.number().int().min(1).max(3).optional(),
  weight: z.number().int().min(0).max(1_000_000).nullable().optional(),
  priority: z.number().int().min(-1_000_000_000).max(1_000_000_000).nullable().optional(),
  openai_organization: headerText(z.string().trim().max(255)).nullable().optional(),
  test_model: plain(z.string().trim().max(255)).nullable().optional(),
  base_url: nullableText(2_048).optional(),
  other: emptyable(z.string().max(65_536)).optional(),
  models: emptyable(z.string().max(262_144)).optional(),
  group: emptyable(z.string().max(4_096)).optional(),
  groups: z.array(z.string().max(64)).max(256).optional(),
  model_mapping: jsonObjectText(z.string()).nullable().optional(),
  status_code_mapping: jsonObjectText(z.union([z.string(), z.number()]))
    .nullable()
    .optional(),
  auto_ban: z.number().int().min(0).max(1).nullable().optional(),
  tag: tagName.nullable().optional(),
  setting: jsonObjectText(z.unknown()).nullable().optional(),
  param_override: paramOverrideText.nullable().optional(),
  header_override: headerOverrideText.nullable().optional(),
  remark: nullableText(255).optional(),
  max_input_tokens: z.number().int().min(0).max(1_000_000_000).optional(),
  expired_time: z.number().int().min(-1).max(253_402_300_799).optional(),
  cost_prices: costPricesText.nullable().optional(),
  multi_key_mode: multiKeyMode.optional(),
})
export type ChannelWrite = z.input<typeof channelWrite>

/**
 * The result of several lines in `key`: one channel with one key, a channel for each, or one channel with all of them.
 */
const channelModes = ['single', 'batch', 'multi_to_single'] as const

/** Body of POST /api/channel/: the channel itself, or the form of newer clients, `mode` with `channel`. */
export const channelCreate = channelWrite
  .extend({
    mode: z.enum(channelModes).optional(),
    channel: channelWrite.optional(),
    /** In mode `batch` with several keys: each name ends with the first characters of its key. */
    batch_add_set_key_prefix_2_name: z.boolean().optional(),
  })
  .superRefine(({ mode, channel }, context) => {
    const required = (name: string) => context.addIssue({ ...refusal('required'), path: [name] })
    if (mode !== undefined && channel === undefined) required('channel')
    if (mode === undefined && channel !== undefined) required('mode')
  })
/** Body of PUT /api/channel/. */
export const channelUpdate = channelWrite.extend({
  /** How `key` changes the keys of a channel with several: `replace` (default) or `append`. */
  key_mode: z.enum(['append', 'replace']).optional(),
})

const channelIds = z.array(z.number().int().positive()).min(1).max(10_000)
/** Bodies of the bulk routes of /api/channel/. */
export const channelBatch = z.object({ ids: channelIds })
export const channelBatchTag = z.object({ ids: channelIds, tag: tagName.nullable().optional() })
const entriesOf = (max: number) => z.array(z.string().trim().min(1).max(max)).max(1_000).optional()

/** Body of POST /api/channel/batch/edit: absent fields stay. Entries of the lists are added to those of each channel. */
export const channelBatchEdit = z.object({
  ids: channelIds,
  priority: channelWrite.shape.priority.unwrap().unwrap().optional(),
  weight: channelWrite.shape.weight.unwrap().unwrap().optional(),
  add_models: entriesOf(255),
  remove_models: entriesOf(255),
  add_groups: entriesOf(64),
  remove_groups: entriesOf(64),
})
export type ChannelBatchEdit = z.infer<typeof channelBatchEdit>
/** For this time a deletion can be undone. */
export const undoSeconds = 60

/** Beside the answers of deletions: the name for POST /api/channel/restore; empty when nothing was deleted. */
export const channelDeletion = z.object({ deletion: z.string() })
/** Body of POST /api/channel/restore. */
export const channelRestore = z.object({ deletion: z.string().min(1).max(36) })

/** The statuses that an administrator sets; 3 (automatically disabled) is reserved for the gateway. */
const switched = [channelStatus.enabled, channelStatus.disabled]
// The API description would name the first value alone.
const channelSwitch = z.literal(switched).meta({ type: 'integer', enum: switched })
const modelNames = z.array(plain(z.string().trim().min(1).max(255))).max(10_000)
/** Body of POST /api/channel/:id/models. */
export const channelModelsWrite = z.object({
  /** Appended to the channel's models; names that it has already stay where they are. */
  add_models: modelNames.default([]),
  remove_models: modelNames.default([]),
})
/** Answer of POST /api/channel/:id/models. */
export const channelModelsChanged = z.object({
  /** The names that the channel did not have. */
  added_models: z.array(z.string()),
  /** The names that it had. */
  removed_models: z.array(z.string()),
  /** The models of the channel now, comma-separated. */
  models: z.string(),
})

/** Body of POST /api/channel/:id/status. */
export const channelStatusWrite = z.object({ status: channelSwitch })
/** Body of POST /api/channel/status/batch. */
export const channelBatchStatus = z.object({ ids: channelIds, status: channelSwitch })

/** Query of POST /api/channel/copy/:id. */
export const channelCopyQuery = z.object({
  /** Suffix of the copy's name; by default a word for copy in the requester's language. */
  suffix: plain(z.string().max(channelNameMax)).optional(),
  /** `false` keeps the last known balance. */
  reset_balance: z.enum(['true', 'false', '1', '0']).default('true'),
})

/** Answer of GET /api/channel/ops. */
export const channelOps = z.object({
  /** Maximum number of further attempts of a call. */
  retry_times: z.number(),
})

/** Actions on the keys of a channel. */
const multiKeyActions = [
  ...(['get_key_status', 'enable_key', 'disable_key', 'delete_key'] as const),
  ...(['enable_all_keys', 'disable_all_keys', 'delete_disabled_keys'] as const),
] as const
const actionsOnOne: readonly string[] = ['enable_key', 'disable_key', 'delete_key']

/** Body of POST /api/channel/multi_key/manage. Names a key by `key_id`, or by `key_index`, which counts from 0. */
export const multiKeyRequest = z
  .object({
    channel_id: z.number().int().positive(),
    action: z.enum(multiKeyActions),
    key_index: z.number().int().min(0).optional(),
    /** As `get_key_status` lists it. It stays that of the key when others are added or deleted. */
    key_id: z.string().min(1).max(43).optional(),
    page: z.number().int().optional(),
    page_size: z.number().int().optional(),
    status: z.number().int().optional(),
  })
  .superRefine(({ action, key_index, key_id }, context) => {
    if (actionsOnOne.includes(action) && key_index === undefined && key_id === undefined)
      context.addIssue({ ...refusal('required'), path: ['key_index'] })
  })

/** Answer of `get_key_status`. It contains only the last characters of a key. */
export const multiKeyStatus = z.object({
  keys: z.array(
    z.object({
      index: z.number(),
      key_id: z.string(),
      key_preview: z.string(),
      /** 1 = on, 2 = an administrator switched it off, 3 = the gateway did. */
      status: z.number(),
      /** Unix seconds; absent = it is on, or unknown. */
      disabled_time: z.number().optional(),
      reason: z.string().optional(),
      /** Unix seconds; 0 = never, as far as is known. */
      last_used_time: z.number(),
    }),
  ),
  total: z.number(),
  page: z.number(),
  page_size: z.number(),
  total_pages: z.number(),
  enabled_count: z.number(),
  manual_disabled_count: z.number(),
  auto_disabled_count: z.number(),
})

export const channelTag = z.object({ tag: z.string().max(64) })

/** A comma-joined list, or the list itself. */
const listText = z.union([z.string().max(262_144), z.array(z.string().max(255)).max(10_000)])

/**
 * Body of PUT /api/channel/tag. Null, absent or empty leaves a field as it is; an empty `new_tag` dissolves the tag.
 */
export const channelTagWrite = z.object({
  tag: z.string().max(64),
  new_tag: tagName.nullable().optional(),
  priority: channelWrite.shape.priority,
  weight: channelWrite.shape.weight,
  model_mapping: channelWrite.shape.model_mapping,
  models: listText.nullable().optional(),
  groups: listText.nullable().optional(),
})
export type ChannelTagWrite = z.input<typeof channelTagWrite>

/** Body of POST /api/channel/fetch_models: an upstream that is not stored yet. */
export const fetchModelsRequest = z.object({
  base_url: nullableText(2_048).optional(),
  type: z.number().int().min(1).max(999).default(1),
  key: z.string().max(262_144),
  other: channelWrite.shape.other,
  header_override: channelWrite.shape.header_override,
})
/** Query of GET /api/channel/test/:id. */
export const channelTestQuery = z.object({
  /** '' = the channel's test model, otherwise its first one. */
  model: z.string().max(255).default(''),
  /** The endpoint that a client would call; '' = the one that the model's name shows. */
  endpoint_type: z
    .enum(['', ...endpointTypes, 'jina-rerank'])
    .default('')
    // The name that newer clients use.
    .transform((type) => (type === 'jina-rerank' ? 'rerank' : type)),
  /** Streamed; no effect if the endpoint has no streams. */
  stream: z
    .enum(['', 'true', 'false', '1', '0'])
    .default('')
    .transform((text) => text === 'true' || text === '1'),
})

/** Beside the answer of GET /api/channel/test/:id, also on failure. Times in seconds; null = unknown. */
export const channelTestAnswer = z.object({
  time: z.number(),
  model: z.string(),
  /** The tested endpoint; null if nothing could be called. */
  endpoint_type: z.enum(endpointTypes).nullable(),
  stream: z.boolean(),
  /** Until the first text of a stream. */
  first_token: z.number().nullable(),
  prompt_tokens: z.number().nullable(),
  completion_tokens: z.number().nullable(),
  /** Of the output, after its first token where it was streamed. */
  tokens_per_second: z.number().nullable(),
  /** The caller's price without a group discount. */
  quota: z.number().nullable(),
  /** The upstream's charge, by the channel's cost prices. */
  cost_quota: z.number().nullable(),
})
export type ChannelTestAnswer = z.infer<typeof channelTestAnswer>

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
  latency_ms: z.number().nullable().describe('Mean time until an answer began; null = none within a minute.'),
  tokens_per_second: z.number().nullable(),
  resting: z.array(restingPair),
  /** Keys that were refused within the last minute. */
  refused_keys: z.number(),
  last_error: z.string(),
  /** Unix seconds; 0 = none. */
  last_error_time: z.number(),
})
export type ChannelHealthEntry = z.infer<typeof channelHealth>

/** Beside the answer of GET /api/channel/update_balance/:id. */
export const channelBalanceAnswer = z.object({ balance: z.number(), currency: z.string() })

/** An entry of GET /api/channel/models. */
export const modelDescriptor = z.object({
  id: z.string(),
  object: z.literal('model'),
  created: z.number(),
  owned_by: z.string(),
  permission: z.array(z.looseObject({})),
  root: z.string(),
  parent: z.string().nullable(),
})
export type ModelDescriptor = z.infer<typeof modelDescriptor>
