import { z } from 'zod'
import {
  bindEmailQuery,
  bindEmailRequest,
  invitationAnswer,
  registerRequest,
  resetMailQuery,
  resetRequest,
  turnstileQuery,
  verificationQuery,
} from '../registration.ts'
import { route } from '../route.ts'
import { ownerProof } from '../second-factor.ts'
import { signInFlow } from '../session.ts'

const bindEmail = 'Binds a mail address to the own account with the code sent to it'

export const registrationRoutes = {
  'POST /api/user/register': route({
    access: 'public',
    critical: true,
    summary: 'Creates an account',
    query: z.object(turnstileQuery),
    body: registerRequest,
    beside: signInFlow,
    errors: [
      'email_alias_not_allowed',
      'email_code_wrong',
      'email_domain_not_allowed',
      'password_register_disabled',
      'register_disabled',
      'server_overloaded',
      'turnstile_failed',
      'turnstile_required',
      'username_taken',
    ],
  }),
  'GET /api/verification': route({
    access: 'session',
    critical: true,
    effect: true,
    summary: 'Sends a code to a mail address',
    query: verificationQuery,
    errors: [
      'email_alias_not_allowed',
      'email_domain_not_allowed',
      'mail_failed',
      'mail_not_configured',
      'not_logged_in',
      'register_disabled',
      'turnstile_failed',
      'turnstile_required',
    ],
  }),
  'GET /api/reset_password': route({
    access: 'public',
    critical: true,
    effect: true,
    summary: 'Sends a link to set a new password, if the address belongs to an account',
    query: resetMailQuery,
    errors: ['mail_failed', 'mail_not_configured', 'turnstile_failed', 'turnstile_required'],
  }),
  'POST /api/user/reset': route({
    access: 'public',
    critical: true,
    summary: 'Sets the given password, or a new one, which the answer shows once',
    body: resetRequest,
    data: z.string(),
    errors: ['reset_link_invalid', 'server_overloaded'],
  }),
  'POST /api/user/accept_invitation': route({
    access: 'public',
    critical: true,
    summary: 'Sets the first password of an invited account: the given one, or a new one, which the answer shows once',
    body: invitationAnswer,
    data: z.string(),
    errors: ['reset_link_invalid', 'server_overloaded'],
  }),
  'GET /api/oauth/email/bind': route({
    access: 'user',
    critical: true,
    effect: true,
    summary: `${bindEmail}; within minutes of a login`,
    query: bindEmailQuery,
    errors: ['email_alias_not_allowed', 'email_code_wrong', 'email_domain_not_allowed', 'sign_in_again'],
  }),
  'POST /api/oauth/email/bind': route({
    access: 'user',
    critical: true,
    summary: bindEmail,
    body: bindEmailRequest,
    errors: [
      'email_alias_not_allowed',
      'email_code_wrong',
      'email_domain_not_allowed',
      'not_logged_in',
      'password_wrong',
      'second_factor_invalid',
      'server_overloaded',
      'sign_in_again',
    ],
  }),
  'POST /api/oauth/email/unbind': route({
    access: 'user',
    critical: true,
    summary: 'Removes the mail address of the own account',
    body: ownerProof,
    errors: ['not_logged_in', 'password_wrong', 'second_factor_invalid', 'server_overloaded', 'sign_in_again'],
  }),
}
