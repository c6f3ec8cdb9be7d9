import { z } from 'zod'
import { refusal } from './reason-of-issue.ts'

/** Actions on the keys of a channel. */
const multiKeyActions = [
  ...(['get_key_status', 'enable_key', 'disable_key', 'delete_key'] as const),
  ...(['enable_all_keys', 'disable_all_keys', 'delete_disabled_keys'] as const),
] as const

const actionsOnOne: readonly string[] = ['enable_key', 'disable_key', 'delete_key']

/** Keys on a page of `get_key_status`. */
export const keyPageSizeDefault = 50
export const keyPageSizeMax = 1_000

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
