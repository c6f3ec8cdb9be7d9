import { z } from 'zod'
import { turnstileQuery } from '../registration.ts'
import { route } from '../route.ts'
import { ownerProof, passkeyRequest, passkeySignIn, secondFactorSignIn } from '../second-factor.ts'
import { signInFlow } from '../session.ts'
import { loginRequest, user } from '../user.ts'

const loginQuery = z.object(turnstileQuery)

export const sessionRoutes = {
  'POST /api/user/login': route({
    access: 'public',
    critical: true,
    inDemo: true,
    summary: 'Signs in with a password',
    query: loginQuery,
    body: loginRequest,
    beside: signInFlow,
    data: user,
    errors: [
      'account_banned',
      'login_disabled',
      'login_failed',
      'second_factor_required',
      'server_overloaded',
      'turnstile_failed',
      'turnstile_required',
    ],
  }),
  'GET /api/user/logout': route({ access: 'session', effect: true, inDemo: true, summary: 'Signs out' }),
  'POST /api/user/logout': route({ access: 'session', inDemo: true, summary: 'Signs out' }),
  'POST /api/user/login/2fa': route({
    access: 'public',
    critical: true,
    inDemo: true,
    summary: 'Finishes a sign-in with a code',
    body: secondFactorSignIn,
    data: user,
    errors: ['account_banned', 'second_factor_invalid', 'second_factor_required', 'sign_in_state_invalid'],
  }),
  'POST /api/user/prove': route({
    access: 'user',
    critical: true,
    summary: 'Shows that the owner is here: the session begins anew',
    body: ownerProof,
    data: user,
    errors: [
      'access_token_not_supported',
      'not_logged_in',
      'owner_proof_required',
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
    summary: 'Begins signing in with a passkey',
    data: passkeyRequest,
  }),
  'POST /api/user/login/passkey': route({
    access: 'public',
    critical: true,
    inDemo: true,
    summary: 'Signs in with a passkey',
    body: passkeySignIn,
    data: user,
    errors: ['account_banned', 'passkey_invalid', 'second_factor_required', 'sign_in_state_invalid'],
  }),
}
