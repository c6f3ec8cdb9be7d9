import { z } from 'zod'

/**
 * Beside the answer of a sign-in with the error `second_factor_required`: the flow that a code completes at `POST
 * /api/user/login/2fa`.
 */
export const signInFlow = z.object({ flow: z.string().optional() })

/** One of the account's own sign-ins. Times in seconds. */
export const sessionItem = z.object({
  id: z.string(),
  created_at: z.number(),
  last_seen_at: z.number(),
  expires_at: z.number(),
  ip: z.string(),
  user_agent: z.string(),
  /** The session of this request. */
  current: z.boolean(),
})
export type SessionItem = z.infer<typeof sessionItem>

/** The same for newer clients. */
export const userSession = z.object({
  sid: z.string(),
  current: z.boolean(),
  ip: z.string(),
  user_agent: z.string(),
  created_at: z.number(),
  last_active_at: z.number(),
  expires_at: z.number(),
})
