import { GatewayError } from '../../core/errors.ts'
import { randomPassword } from '../../identity/passwords.ts'
import { withdrawRights } from '../../identity/withdraw-rights.ts'
import { languageFor } from '../../platform/accepted-language.ts'
import { publicAddress } from '../../state/public-address.ts'
import { findUserByEmail, newPassword, updateUser } from '../../store/users.ts'
import { buildResetMail } from '../build-mails.ts'
import type { AdminDependencies } from '../dependencies.ts'
import type { MailLimits } from '../mail-limits.ts'

/**
 * Sends a link to set a new password if the address belongs to an account. If it does not, the answer and its duration
 * are the same. Throws rate_limit_exceeded, for known and unknown addresses alike, and mail_not_configured.
 */
export async function sendResetMail(
  deps: AdminDependencies,
  limits: MailLimits,
  { email, turnstile, ip, raw }: { email: string; turnstile: string; ip: string; raw: Request },
): Promise<void> {
  const { db, state, codes, mailer, config } = deps
  await deps.turnstile.check('reset', { token: turnstile, ip })
  const { options } = state.current()
  if (!mailer.isConfigured()) throw new GatewayError('mail_not_configured')
  await limits.take('reset', email)
  const token = await codes.issue('reset_password', email)
  const owner = await findUserByEmail(db, email)
  if (!owner) return
  const link = `${publicAddress(options, config)}/user/reset?${new URLSearchParams({ email, token })}`
  const reader = { to: email, language: languageFor(owner, raw), site: options.SystemName }
  mailer.sendLater(buildResetMail(reader, { username: owner.username, link }))
}

/**
 * Sets the chosen password on the account of the address, or, for '', a random one that only the answer contains. Ends
 * its sessions and its system access token. Returns the random password, otherwise ''. Throws reset_link_invalid.
 */
export async function resetPassword(
  deps: AdminDependencies,
  { email, token, password: chosen }: { email: string; token: string; password: string },
): Promise<string> {
  const password = chosen || randomPassword()
  const passwordHash = await deps.passwords.hash(password)
  if (!(await deps.codes.redeem('reset_password', email, token))) throw new GatewayError('reset_link_invalid')
  const owner = await findUserByEmail(deps.db, email)
  if (!owner) throw new GatewayError('reset_link_invalid')
  await updateUser(deps.db, owner.id, newPassword(passwordHash))
  await withdrawRights(deps, owner.id)
  return chosen === '' ? password : ''
}
