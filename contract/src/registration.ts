import { z } from 'zod'
import { because } from './reason-of-issue.ts'
import { ownerProof } from './second-factor.ts'
import { mailAddress, password, username } from './user.ts'

const inviteCodeMax = 64

/** Digits as they are dictated or pasted: `123 456`. */
const typedCode = z
  .string()
  .max(32)
  .transform((code) => code.replace(/\s/g, ''))
  .pipe(z.string().max(16))

/** `POST /api/user/register`. An address counts only if the site verifies it. `password2` must match if it is sent. */
export const registerRequest = z
  .object({
    username,
    password,
    password2: z.string().default(''),
    email: z.union([z.literal(''), mailAddress]).default(''),
    verification_code: typedCode.default(''),
    aff_code: z.string().trim().max(inviteCodeMax).default(''),
  })
  .refine(({ password, password2 }) => password2 === '' || password2 === password, {
    ...because('passwordsDiffer'),
    path: ['password2'],
  })
/** Solved anti-bot check, if the site requires one. */
export const turnstileQuery = { turnstile: z.string().max(4_096).default('') }

/**
 * `GET /api/verification`. The purpose of the code: `bind` for the signed-in account, `register` for a new one. By
 * default it is `bind` exactly when the caller is signed in.
 */
export const verificationQuery = z.object({
  ...turnstileQuery,
  email: mailAddress,
  purpose: z.enum(['register', 'bind']).optional(),
})

/** `GET /api/reset_password`. */
export const resetMailQuery = z.object({ ...turnstileQuery, email: mailAddress })

/**
 * `POST /api/user/reset`. Without a `password` the server creates one and returns it once; otherwise it returns none.
 */
export const resetRequest = z.object({
  email: mailAddress,
  token: z.string().trim().min(1).max(128),
  password: z.union([z.literal(''), password]).default(''),
})
/** `POST /api/user/accept_invitation`: the account and the token of the link. */
export const invitationAnswer = resetRequest
  .omit({ email: true })
  .extend({ id: z.number().int().positive().max(Number.MAX_SAFE_INTEGER) })

/** `GET /api/oauth/email/bind`: `code` is the one sent to the address. */
export const bindEmailQuery = z.object({ email: mailAddress, code: typedCode.pipe(z.string().min(1)) })

/** `POST /api/oauth/email/bind`. `password`, or `factor_code` of the authenticator, proves the owner. */
export const bindEmailRequest = bindEmailQuery.extend({
  password: ownerProof.shape.password,
  factor_code: ownerProof.shape.code,
})

/** `POST /api/user/login/registered`: the flow of the registration. */
export const registeredSignIn = z.object({ flow: z.string().max(128) })
