import { z } from 'zod'
import { drawingSettings } from './drawing-settings.ts'
import { emptyable } from './empty-text.ts'
import { reasonText } from './error-reasons.ts'
import { limits } from './limits.ts'
import { plain } from './plain-text.ts'

/** An API token as its owner sees it. `key` is the whole key without the prefix `sk-`. Times in seconds, -1 = never. */
export const apiToken = z.object({
  id: z.number(),
  user_id: z.number(),
  key: z.string(),
  status: z.number(),
  name: z.string(),
  created_time: z.number(),
  accessed_time: z.number(),
  expired_time: z.number(),
  remain_quota: z.number(),
  unlimited_quota: z.boolean(),
  model_limits_enabled: z.boolean(),
  model_limits: z.string(),
  allow_ips: z.string(),
  /** Addresses and ranges, a line each, that may not use it; they win over `allow_ips`. */
  deny_ips: z.string(),
  rate_limit_enabled: z.boolean(),
  rate_limit_count: z.number(),
  rate_limit_minutes: z.number(),
  rate_limit_message: z.string(),
  limits,
  drawing: drawingSettings,
  used_quota: z.number(),
  group: z.string(),
  DeletedAt: z.string().nullable(),
})
export type ApiToken = z.infer<typeof apiToken>

/** `data` of GET /api/usage/token/: what a key has used and has left, in quota. */
export const tokenUsage = z.object({
  object: z.literal('token_usage'),
  name: z.string(),
  /** What is left and what was used together. */
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
/** Tokens an account may hold. */
export const apiTokensPerUserMax = 1_000
/** Tokens that one request creates. */
export const apiTokensPerBatchMax = 100
/** Length of a key, without `sk-`. */
export const apiKeyLength = 48
/** What a new token may spend unless said otherwise. */
export const apiTokenQuotaDefault = 500_000
/** Longest comma-joined list of models a token can be limited to. */
const modelLimitsMax = 16_384
/** Longest sentence that callers can be told beyond the rate limit of a token. */
export const rateLimitMessageMax = 500

/** Body of POST and PUT /api/token/. On PUT absent fields stay as they are. */
export const apiTokenWrite = z.object({
  id: z.number().int().positive().optional(),
  name: emptyable(plain(z.string().trim().max(apiTokenNameMax))).optional(),
  /** 1 enables, 2 disables; 3 and 4, which come back with a whole token, change nothing. */
  status: z.number().int().min(1).max(4).optional(),
  expired_time: z.number().int().min(-1).max(253_402_300_799).optional(),
  /** 0 … 2^53 − 1. Below 0 only as it came back with an unlimited token: then it changes nothing. */
  remain_quota: z.number().int().optional(),
  /** What `remain_quota` was when the form was opened: the change is the difference, so calls made since still count. */
  remain_quota_loaded: z.number().int().optional(),
  unlimited_quota: z.boolean().optional(),
  model_limits_enabled: z.boolean().optional(),
  model_limits: emptyable(z.string().max(modelLimitsMax)).optional(),
  allow_ips: emptyable(z.string().max(8_192)).optional(),
  deny_ips: emptyable(z.string().max(8_192)).optional(),
  /** Switches on `rate_limit_count` requests, failed ones included, in `rate_limit_minutes`. */
  rate_limit_enabled: z.boolean().optional(),
  rate_limit_count: z.number().int().min(0).max(1_000_000_000).optional(),
  rate_limit_minutes: z.number().int().min(1).max(525_600).optional(),
  /** Told instead of our own sentence when that limit is reached; '' = our own. */
  rate_limit_message: emptyable(z.string().trim().max(rateLimitMessageMax)).optional(),
  /** As a whole; null = none. */
  limits: limits.nullable().optional(),
  /** As a whole; null = none. */
  drawing: drawingSettings.nullable().optional(),
  group: emptyable(z.string().max(64)).optional(),
})
export type ApiTokenWrite = z.input<typeof apiTokenWrite>

const apiTokenIds = (max: number) => z.array(z.number().int().positive()).min(1).max(max)

/**
 * Body of POST /api/token/batch. With `names` a token of each name is created, otherwise alike: all of them, or none. With
 * `ids`, which is what newer clients send, those tokens are deleted.
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
    if ((names === undefined) === (ids === undefined))
      context.addIssue({ code: 'custom', path: ['names'], message: reasonText('namesOrIds') })
  })

/** Answer of POST /api/token/:id/key, without `sk-`. */
export const apiTokenKey = z.object({ key: z.string() })
/** Body of POST /api/token/batch/keys. */
export const apiTokenKeysRequest = z.object({ ids: apiTokenIds(apiTokensPerBatchMax) })
/** Its answer: id to key. Tokens that are not the caller's are left out. */
export const apiTokenKeys = z.object({ keys: z.record(z.string(), z.string()) })
export type ApiTokenBatch = z.input<typeof apiTokenBatch>
