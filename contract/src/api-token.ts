import { z } from 'zod'
import { drawingSettings } from './drawing-settings.ts'
import { emptyable } from './empty-text.ts'
import { lastSecond } from './last-second.ts'
import { limits } from './limits.ts'
import { groupNameMax } from './name-lists.ts'
import { plain } from './plain-text.ts'
import { endpointTypes } from './priced-kinds.ts'
import { refusal } from './reason-of-issue.ts'

/**
 * What the calls of a token used since the month began (UTC): those that ended well, and those that failed. A refund
 * reduces the month of the refund.
 */
const tokenMonth = z.object({ quota: z.number(), calls: z.number(), errors: z.number() })
export type TokenMonth = z.infer<typeof tokenMonth>

/** An API token, for its owner. Times in seconds, -1 = never. */
export const apiToken = z.object({
  id: z.number(),
  user_id: z.number(),
  /**
   * Without the prefix `sk-`. Whole for a new token, in lists of the older form and for programs; otherwise masked:
   * `abcd**********wxyz`.
   */
  key: z.string(),
  status: z.number(),
  name: z.string(),
  created_time: z.number(),
  accessed_time: z.number(),
  /** The program of the last charged call; '' = unknown. */
  last_client: z.string(),
  expired_time: z.number(),
  remain_quota: z.number(),
  unlimited_quota: z.boolean(),
  model_limits_enabled: z.boolean(),
  model_limits: z.string(),
  allow_ips: z.string(),
  /** Denied addresses and ranges, one a line; they override `allow_ips`. */
  deny_ips: z.string(),
  rate_limit_enabled: z.boolean(),
  rate_limit_count: z.number(),
  rate_limit_minutes: z.number(),
  rate_limit_message: z.string(),
  limits,
  drawing: drawingSettings,
  used_quota: z.number(),
  group: z.string(),
  /** With the group `auto`: failed calls continue in the next group. */
  cross_group_retry: z.boolean(),
  /** With the group `auto`: the groups in order; null = as the operator orders them. */
  auto_groups: z.array(z.string()).nullable(),
  DeletedAt: z.string().nullable(),
  /** Only in lists that ask for it with `usage=month`. */
  month: tokenMonth.optional(),
})
export type ApiToken = z.infer<typeof apiToken>

/** A model that a token may call now, and the ways to call it. */
export const callableModel = z.object({ name: z.string(), endpoints: z.array(z.enum(endpointTypes)) })
export type CallableModel = z.infer<typeof callableModel>

/** The orders of a list of tokens. `spend` and `calls` are those of the month. */
export const tokenOrders = ['id', 'name', 'accessed', 'expires', 'used', 'spend', 'calls'] as const
export type TokenOrder = (typeof tokenOrders)[number]

/** `data` of GET /api/usage/token/: the used and the remaining quota of a key. */
export const tokenUsage = z.object({
  object: z.literal('token_usage'),
  name: z.string(),
  /** The sum of the remaining and the used quota. */
  total_granted: z.number(),
  total_used: z.number(),
  total_available: z.number(),
  unlimited_quota: z.boolean(),
  /** The models that the key is limited to. */
  model_limits: z.record(z.string(), z.literal(true)),
  model_limits_enabled: z.boolean(),
  /** Seconds; 0 = never. */
  expires_at: z.number(),
})
export type TokenUsage = z.infer<typeof tokenUsage>

export const apiTokenNameMax = 30
/** Upper bound of `token_setting.max_user_tokens`, the maximum number of tokens of an account. */
export const apiTokensPerUserMax = 1_000
/** Maximum number of tokens that one request creates. */
export const apiTokensPerBatchMax = 100
/** Length of a key, without `sk-`. */
export const apiKeyLength = 48
export const apiTokenQuotaDefault = 500_000
/** Maximum length of a token's comma-joined list of models. */
const modelLimitsMax = 16_384
/** Upper bound of `MaxTokenAutoGroups`. */
export const autoGroupsMax = 100
/** Maximum length of a token's own rate limit message. */
export const rateLimitMessageMax = 500
/** Ranges of a token's own rate limit. */
export const rateLimitBounds = { count: { min: 0, max: 1_000_000_000 }, minutes: { min: 1, max: 525_600 } } as const
const rateLimitNumber = ({ min, max }: { min: number; max: number }) => z.number().int().min(min).max(max).optional()

/** Body of POST and PUT /api/token/. On PUT absent fields stay as they are. */
export const apiTokenWrite = z.object({
  id: z.number().int().positive().optional(),
  name: emptyable(plain(z.string().trim().max(apiTokenNameMax))).optional(),
  /** 1 enables, 2 disables; 3 and 4, from a token that was read, change nothing. */
  status: z.number().int().min(1).max(4).optional(),
  expired_time: z.number().int().min(-1).max(lastSecond).optional(),
  /** 0 … 2^53 − 1. A negative value is accepted from an unlimited token that was read, and changes nothing. */
  remain_quota: z.number().int().optional(),
  /** `remain_quota` when the form was opened: the change is the difference, so that later calls still count. */
  remain_quota_loaded: z.number().int().optional(),
  unlimited_quota: z.boolean().optional(),
  model_limits_enabled: z.boolean().optional(),
  model_limits: emptyable(z.string().max(modelLimitsMax)).optional(),
  allow_ips: emptyable(z.string().max(8_192)).optional(),
  deny_ips: emptyable(z.string().max(8_192)).optional(),
  /** Enables a limit of `rate_limit_count` requests, including failed ones, in `rate_limit_minutes`. */
  rate_limit_enabled: z.boolean().optional(),
  rate_limit_count: rateLimitNumber(rateLimitBounds.count),
  rate_limit_minutes: rateLimitNumber(rateLimitBounds.minutes),
  /** The message when that limit is reached; '' = the default one. */
  rate_limit_message: emptyable(z.string().trim().max(rateLimitMessageMax)).optional(),
  /** Replaces all; null = none. */
  limits: limits.nullable().optional(),
  /** Replaces all; null = none. */
  drawing: drawingSettings.nullable().optional(),
  group: emptyable(z.string().max(groupNameMax)).optional(),
  cross_group_retry: z.boolean().optional(),
  /** Replaces all; null or none = as the operator orders them. */
  auto_groups: z.array(z.string().max(groupNameMax)).max(autoGroupsMax).nullable().optional(),
})
export type ApiTokenWrite = z.input<typeof apiTokenWrite>

const apiTokenIds = (max: number) => z.array(z.number().int().positive()).min(1).max(max)

/**
 * Body of POST /api/token/batch. With `names` a token is created for each name, otherwise identical: all or none. With
 * `ids`, which newer clients send, those tokens are deleted.
 */
export const apiTokenBatch = apiTokenWrite
  .omit({ id: true, name: true })
  .extend({
    names: z
      .array(plain(z.string().trim().min(1).max(apiTokenNameMax)))
      .min(1)
      .max(apiTokensPerBatchMax)
      .optional(),
    ids: apiTokenIds(apiTokensPerUserMax).optional(),
  })
  .superRefine(({ names, ids }, context) => {
    if ((names === undefined) === (ids === undefined)) context.addIssue({ ...refusal('namesOrIds'), path: ['names'] })
  })

/** Answer of POST /api/token/:id/key, without `sk-`. */
export const apiTokenKey = z.object({ key: z.string() })
/** Body of POST /api/token/batch/keys. */
export const apiTokenKeysRequest = z.object({ ids: apiTokenIds(apiTokensPerBatchMax) })
/** Its answer: id to key. Tokens of other accounts are left out. */
export const apiTokenKeys = z.object({ keys: z.record(z.string(), z.string()) })
export type ApiTokenBatch = z.input<typeof apiTokenBatch>
