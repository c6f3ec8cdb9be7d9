import { z } from 'zod'
import { limits } from './limits.ts'

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
  /** '' for readers without `channel.sensitive_write`; so is `header_override`. */
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
  /**
   * Ids of objects that the operator made at the maker, such as stored prompts and vector stores: everybody who may use
   * the channel may name them. Other ids must belong to the caller.
   */
  shared_objects: z.array(z.string().trim().min(1).max(191)).max(200).optional(),
  proxy: z.string().optional(),
  /**
   * Put before the messages of a chat without instructions of its own; with `system_prompt_override`, of every chat.
   */
  system_prompt: z.string().max(65_536).optional(),
  system_prompt_override: z.boolean().optional(),
  multi_key_mode: z.enum(['random', 'round_robin']).optional(),
  /** Of the channel, over all its calls: a call goes to another channel instead. */
  limits: limits.optional(),
})

export type ChannelSetting = z.infer<typeof channelSetting>

/** Answer of GET /api/channel/ops. */
export const channelOps = z.object({
  /** Maximum number of further attempts of a call. */
  retry_times: z.number(),
})

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
