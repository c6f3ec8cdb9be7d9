import { z } from 'zod'
import { user } from './user.ts'

/** A keyed hash, as in the lists of sessions. */
export const sessionId = z.string().regex(/^[\w-]{43}$/)

/**
 * Beside the answer of a sign-in that needs a code: `flow_token` of its challenge, under its former name. Beside that
 * of a registration: what logs the new account in, once and within a minute, at `POST /api/user/login/registered`.
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
  /** `password`, `2fa`, `passkey`, `wechat`, `telegram`, `oauth:<provider>`; empty for older sessions. */
  login_method: z.string(),
  ip: z.string(),
  user_agent: z.string(),
  created_at: z.number(),
  last_active_at: z.number(),
  expires_at: z.number(),
})
export type UserSession = z.infer<typeof userSession>

/**
 * A session for newer clients: a token for `Authorization`, valid until `access_expires_at` in seconds. The cookie
 * `new_api_refresh` renews it at `POST /api/user/auth/refresh`.
 */
export const sessionGrant = z.object({
  access_token: z.string(),
  token_type: z.literal('Bearer'),
  access_expires_at: z.number(),
  session: userSession,
})
export type SessionGrant = z.infer<typeof sessionGrant>

/** The session of newer clients with its account. */
export const authBundle = sessionGrant.extend({ user })
export type AuthBundle = z.infer<typeof authBundle>

/** A finished sign-in: the identity as clients of 2025 read it, and what newer clients read. */
export const signedIn = user.omit({ access_token: true }).extend(authBundle.shape)
export type SignedIn = z.infer<typeof signedIn>

/** A sign-in that needs the code of an authenticator, at `POST /api/user/login/2fa`. */
const signInChallenge = z.object({
  require_2fa: z.literal(true),
  flow_token: z.string(),
  /** Seconds. */
  expires_at: z.number(),
})
export type SignInChallenge = z.infer<typeof signInChallenge>

export const signInAnswer = z.union([signedIn, signInChallenge])
export type SignInAnswer = z.infer<typeof signInAnswer>
