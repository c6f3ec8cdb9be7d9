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
