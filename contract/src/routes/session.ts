import { z } from 'zod'
import { registeredSignIn, turnstileQuery } from '../registration.ts'
import { route } from '../route.ts'
import { ownerProof, passkeyRequest, passkeySignIn, secondFactorSignIn } from '../second-factor.ts'
import { authBundle, signedIn, signInAnswer, signInFlow } from '../session.ts'
import { loginRequest, user } from '../user.ts'

const loginQuery = z.object(turnstileQuery)

export const sessionRoutes = {
  'POST /api/user/login': route({
    access: 'public',
    critical: true,
    inDemo: true,
    summary: 'Logs in with a password',
    query: loginQuery,
    body: loginRequest,
    beside: signInFlow,
    data: signInAnswer,
    errors: [
      'account_banned',
      'login_disabled',
      'login_failed',
      'server_overloaded',
      'turnstile_failed',
      'turnstile_required',
    ],
  }),
  'GET /api/user/logout': route({ access: 'session', effect: true, inDemo: true, summary: 'Logs out' }),
  'POST /api/user/logout': route({ access: 'session', inDemo: true, summary: 'Logs out' }),
  'POST /api/user/login/2fa': route({
    access: 'public',
    critical: true,
    inDemo: true,
    summary: 'Finishes a login with a code',
    body: secondFactorSignIn,
    data: signedIn,
    errors: ['account_banned', 'second_factor_invalid', 'sign_in_state_invalid'],
  }),
  'POST /api/user/login/registered': route({
    access: 'public',
    critical: true,
    summary: 'Logs in the account that this browser has just created',
    body: registeredSignIn,
    data: signInAnswer,
    errors: ['account_banned', 'login_disabled', 'sign_in_state_invalid'],
  }),
  'POST /api/user/prove': route({
    access: 'user',
    critical: true,
    summary: 'Proves that the owner is present and renews the session',
    body: ownerProof,
    data: z.union([signedIn, user]),
    errors: [
      'access_token_not_supported',
      'not_logged_in',
      'password_wrong',
      'second_factor_invalid',
      'server_overloaded',
      'sign_in_again',
    ],
  }),
  'POST /api/user/login/passkey/options': route({
    access: 'public',
    critical: true,
    inDemo: true,
    summary: 'Starts a login with a passkey',
    data: passkeyRequest,
  }),
  'POST /api/user/login/passkey': route({
    access: 'public',
    critical: true,
    inDemo: true,
    summary: 'Logs in with a passkey',
    body: passkeySignIn,
    data: signedIn,
    errors: ['account_banned', 'passkey_invalid'],
  }),
  'GET /api/user/login/encryption-key': route({
    access: 'public',
    summary: 'Whether passwords are encrypted in addition to TLS; they are not',
    data: z.object({ enabled: z.literal(false) }),
  }),
  // Not critical: each page load of a console renews, and its cookie is a secret of 256 bits that nobody guesses.
  'POST /api/user/auth/refresh': route({
    access: 'public',
    inDemo: true,
    summary: 'Renews the access token of a session by its cookie new_api_refresh, which is replaced',
    data: authBundle,
    errors: ['AUTH_SESSION_MISMATCH', 'AUTH_SESSION_REVOKED', 'AUTH_UNAUTHORIZED'],
  }),
  'POST /api/user/auth/logout': route({
    access: 'session',
    inDemo: true,
    summary: 'Logs out by any credential of the session',
    /** Absent if no session was found. */
    data: z.object({ revoked_sid: z.string(), cookie_cleared: z.boolean() }).optional(),
  }),
}
