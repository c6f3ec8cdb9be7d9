import { z } from 'zod'
import { idParams, route } from '../route.ts'
import {
  authenticatorSecret,
  factorCode,
  ownerProof,
  passkeyAdd,
  passkeyCreation,
  passkeyName,
  passkeyStatus,
  recoveryCodes,
  secondFactorStats,
  secondFactorStatus,
  secondFactors,
} from '../second-factor.ts'

export const secondFactorRoutes = {
  'GET /api/user/2fa': route({ access: 'user', summary: 'Own second factors', data: secondFactors }),
  'GET /api/user/2fa/status': route({
    access: 'user',
    summary: 'Whether an authenticator is enabled, and the number of remaining recovery codes',
    data: secondFactorStatus,
  }),
  'GET /api/user/2fa/stats': route({
    access: 'admin',
    summary: 'The number of accounts with an enabled authenticator',
    data: secondFactorStats,
  }),
  'POST /api/user/2fa/authenticator': route({
    access: 'user',
    summary: 'Starts adding an authenticator app',
    body: ownerProof,
    data: authenticatorSecret,
    errors: [
      'authenticator_on',
      'not_logged_in',
      'password_wrong',
      'second_factor_invalid',
      'server_overloaded',
      'sign_in_again',
    ],
  }),
  'POST /api/user/2fa/authenticator/confirm': route({
    access: 'user',
    summary: 'Enables the app and returns the recovery codes',
    body: factorCode,
    data: recoveryCodes,
    errors: ['authenticator_on', 'second_factor_invalid'],
  }),
  'POST /api/user/2fa/authenticator/remove': route({
    access: 'user',
    summary: 'Removes the authenticator app',
    body: factorCode,
    errors: ['authenticator_off', 'second_factor_invalid'],
  }),
  'POST /api/user/2fa/recovery_codes': route({
    access: 'user',
    summary: 'Creates recovery codes; the former ones become invalid',
    body: factorCode,
    data: recoveryCodes,
    errors: ['authenticator_off', 'second_factor_invalid'],
  }),
  'DELETE /api/user/:id/2fa': route({
    access: 'admin',
    summary: 'Removes the second factors of an account whose owner lost them',
    params: idParams,
    errors: ['not_found', 'own_second_factors', 'user_out_of_reach'],
  }),
  'GET /api/user/passkey': route({
    access: 'user',
    summary: 'Whether the account has a passkey, and when one was last used',
    data: passkeyStatus,
  }),
  'POST /api/user/passkeys/options': route({
    access: 'user',
    summary: 'Starts adding a passkey',
    body: ownerProof,
    data: passkeyCreation,
    errors: [
      'not_logged_in',
      'passkeys_full',
      'password_wrong',
      'second_factor_invalid',
      'server_overloaded',
      'sign_in_again',
    ],
  }),
  'POST /api/user/passkeys/': route({
    access: 'user',
    summary: 'Adds the passkey that the browser created',
    body: passkeyAdd,
    data: z.object({ id: z.number() }),
    errors: ['passkey_invalid', 'passkeys_full'],
  }),
  'PUT /api/user/passkeys/:id': route({
    access: 'user',
    summary: 'Renames a passkey',
    params: idParams,
    body: passkeyName,
    errors: ['not_found'],
  }),
  'DELETE /api/user/passkeys/:id': route({
    access: 'user',
    summary: 'Removes a passkey',
    params: idParams,
    errors: ['not_found', 'only_way_in'],
  }),
}
