import { z } from 'zod'

/** One of the own sign-ins. Times in seconds. */
export const sessionItem = z.object({
  id: z.string(),
  created_at: z.number(),
  last_seen_at: z.number(),
  expires_at: z.number(),
  ip: z.string(),
  user_agent: z.string(),
  /** The one this was asked with. */
  current: z.boolean(),
})
export type SessionItem = z.infer<typeof sessionItem>
