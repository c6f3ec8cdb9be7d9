import { GatewayError } from '../../core/errors.ts'
import type { ConsoleCaller } from '../../identity/console-caller.ts'
import { checkEmailRules } from '../../identity/email-rules.ts'
import { languageFor } from '../../platform/accepted-language.ts'
import { findUser, findUserByEmail } from '../../store/users.ts'
import { buildCodeMail, buildTakenMail } from '../build-mails.ts'
import type { AdminDependencies } from '../dependencies.ts'
import type { MailLimits } from '../mail-limits.ts'
import { requireOpenRegistration } from '../require-open-registration.ts'
import { bindSubject } from './bind-email.ts'

export interface CodeRequest {
  email: string
  purpose?: 'register' | 'bind' | undefined
  caller: ConsoleCaller | null
  /** The solved anti-bot check. */
  turnstile: string
  ip: string
  /** Its language is used if the account has none. */
  raw: Request
}

/**
 * Sends a code to an address, for a new account or for the caller's. An address that already belongs to an account gets
 * a notice instead; the answer is the same. Throws the errors of the rules for addresses,
 * rate_limit_exceeded, mail_not_configured and mail_failed.
 */
export async function sendCode(
  deps: AdminDependencies,
  limits: MailLimits,
  { email, purpose, caller, turnstile, ip, raw }: CodeRequest,
): Promise<void> {
  const { db, state, codes, mailer } = deps
  await deps.turnstile.check('register', { token: turnstile, ip })
  const { options } = state.current()
  const isForBinding = (purpose ?? (caller ? 'bind' : 'register')) === 'bind'
  if (isForBinding && !caller) throw new GatewayError('not_logged_in')
  if (!isForBinding) await requireOpenRegistration(deps)
  checkEmailRules(options, email)
  if (!mailer.isConfigured()) throw new GatewayError('mail_not_configured')
  await limits.take(isForBinding ? 'bind' : 'register', email)
  const code =
    isForBinding && caller
      ? await codes.issue('bind_email', bindSubject(caller.id, email))
      : await codes.issue('register', email)
  const owner = await findUserByEmail(db, email)
  const isTaken = owner !== undefined && !(isForBinding && owner.id === caller?.id)
  const reader = isTaken ? owner : caller && (await findUser(db, caller.id))
  const mail = { to: email, language: languageFor(reader, raw), site: options.SystemName }
  await mailer.send(isTaken ? buildTakenMail(mail) : buildCodeMail(mail, code))
}
