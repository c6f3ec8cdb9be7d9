import { z } from 'zod'

/** An account as the management API sends it. `password`, `verification_code` are always "", `access_token` null. */
export const user = z.object({
  id: z.number(),
  username: z.string(),
  password: z.literal(''),
  display_name: z.string(),
  role: z.number(),
  status: z.number(),
  email: z.string(),
  github_id: z.string(),
  oidc_id: z.string(),
  wechat_id: z.string(),
  telegram_id: z.string(),
  linux_do_id: z.string(),
  verification_code: z.literal(''),
  access_token: z.null(),
  quota: z.number(),
  used_quota: z.number(),
  request_count: z.number(),
  group: z.string(),
  aff_code: z.string(),
  aff_count: z.number(),
  aff_quota: z.number(),
  aff_history_quota: z.number(),
  inviter_id: z.number(),
  DeletedAt: z.string().nullable(),
  setting: z.string(),
})
export type User = z.infer<typeof user>

export const usernameMax = 12
export const passwordMin = 8
export const passwordMax = 20

export const username = z
  .string()
  .trim()
  .min(1)
  .max(usernameMax)
  .refine(
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control and bidi characters are what it refuses.
    (value) => !/[\u0000-\u001f\u007f\u200b-\u200f\u202a-\u202e\u2066-\u2069]/.test(value),
    'control characters',
  )
export const password = z.string().min(passwordMin).max(passwordMax)

export const loginRequest = z.object({
  username: z.string().min(1).max(254),
  password: z.string().min(1).max(128),
})
export type LoginRequest = z.infer<typeof loginRequest>

/** Answer of a login: the same keys as `user`, but only these carry values. */
export type LoginUser = Pick<User, 'id' | 'username' | 'display_name' | 'role' | 'status' | 'group'>

/** `GET /api/user/self/groups`: group name to this. */
export const usableGroup = z.object({ ratio: z.number(), desc: z.string() })
export const usableGroups = z.record(z.string(), usableGroup)
export type UsableGroups = z.infer<typeof usableGroups>
