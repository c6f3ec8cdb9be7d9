import { z } from 'zod'
import { lastSecond } from './last-second.ts'
import { isPlain } from './plain-text.ts'
import { balanceMax } from './quota.ts'
import { because } from './reason-of-issue.ts'
import { redemptionStatus } from './redemption-status.ts'

export const redemptionNameMax = 20
/** Codes that one request can create. */
export const redemptionCountMax = 100
/** Default quota of a new code. */
export const redemptionQuotaDefault = 100_000

/** A redemption code as administrators see it. Times are Unix seconds. */
export const redemption = z.object({
  id: z.number(),
  /** Its creator. */
  user_id: z.number(),
  key: z.string(),
  status: z.number(),
  name: z.string(),
  quota: z.number(),
  created_time: z.number(),
  /** 0 = not used. */
  redeemed_time: z.number(),
  /** From this time it cannot be redeemed; 0 = never. Its status does not change. */
  expired_time: z.number(),
  /** For the request that creates codes; always 0 in answers. */
  count: z.literal(0),
  /** 0 = none. */
  used_user_id: z.number(),
  /** The names of both; empty where there is none. */
  username: z.string(),
  used_username: z.string(),
  DeletedAt: z.null(),
})
export type Redemption = z.infer<typeof redemption>

/** Length in characters as people count them, not in UTF-16 units. */
const lengthOf = (text: string): number => [...text].length

const name = z
  .string()
  .trim()
  .normalize('NFC')
  .refine(isPlain, because('unseenCharacters'))
  .refine(
    (text) => text !== '' && lengthOf(text) <= redemptionNameMax,
    because('charactersBetween', { min: 1, max: redemptionNameMax }),
  )
const quota = z.number().int().min(1).max(balanceMax)
/** Seconds; 0 or -1 = never. */
const expiredTime = z.number().int().min(-1).max(lastSecond)

/** Body of POST /api/redemption/; the answer is the list of keys. */
export const redemptionCreate = z.object({
  name,
  quota,
  count: z.number().int().min(1).max(redemptionCountMax).default(1),
  expired_time: expiredTime.optional(),
})
export type RedemptionCreate = z.input<typeof redemptionCreate>

/**
 * Body of PUT /api/redemption/: absent fields stay. With `?status_only=true` only `status` is used. 3, which a used
 * code has when it is read, cannot be written.
 */
export const redemptionUpdate = z.object({
  id: z.number().int().positive(),
  name: name.optional(),
  quota: quota.optional(),
  status: z.number().int().min(1).max(3).optional(),
  expired_time: expiredTime.optional(),
})
export type RedemptionUpdate = z.input<typeof redemptionUpdate>

/**
 * Filter of GET /api/redemption/ and /search. `expired` are unused codes past their time; `invalid` are used, disabled
 * or expired codes.
 */
export const redemptionFilterStatus = ['1', '2', '3', 'expired', 'invalid'] as const
export type RedemptionFilterStatus = (typeof redemptionFilterStatus)[number]

/** Answer of DELETE /api/redemption/invalid: how many codes were deleted. */
export const redemptionsDeleted = z.number()

/** Codes that one request created, as one row. Times are Unix seconds. */
export const redemptionBatch = z.object({
  /** The smallest id of its codes. */
  id: z.number(),
  /** Of one of its codes: each can be renamed. */
  name: z.string(),
  /** Its creator. */
  user_id: z.number(),
  username: z.string(),
  created_time: z.number(),
  /** The smallest and the largest quota of its codes. */
  quota_min: z.number(),
  quota_max: z.number(),
  /** Codes that are not deleted: all, and by state. Those that can be redeemed are `unused`. */
  count: z.number(),
  unused: z.number(),
  disabled: z.number(),
  used: z.number(),
  expired: z.number(),
})
export type RedemptionBatch = z.infer<typeof redemptionBatch>

/** Body of PUT /api/redemption/batches/:id: 1 enables its disabled codes, 2 disables its unused ones. */
export const redemptionBatchUpdate = z.object({
  status: z.union([z.literal(redemptionStatus.unused), z.literal(redemptionStatus.disabled)]),
})

/** How many codes of a batch were changed or deleted. */
export const redemptionsChanged = z.object({ changed: z.number() })

/** Body of POST /api/user/topup; the answer is the quota that was added. */
export const redeemKeyMax = 128
export const redeemRequest = z.object({ key: z.string().trim().min(1).max(redeemKeyMax) })
