import { makeReason } from '@sluice/contract/error-reasons'
import { autoGroup } from '@sluice/contract/group'
import type { registerRequest } from '@sluice/contract/registration'
import type { z } from 'zod'
import { GatewayError } from '../../core/errors.ts'
import { emailCodeWrong, usernameTaken } from '../../identity/account-refusals.ts'
import { createAccount } from '../../identity/create-account.ts'
import { checkEmailRules } from '../../identity/email-rules.ts'
import { createInitialToken } from '../../identity/initial-token.ts'
import { preferredLanguage } from '../../platform/accepted-language.ts'
import { offersAutoGroup } from '../../state/usable-groups.ts'
import { findTakenIdentity } from '../../store/users.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { refusedField } from '../refused-field.ts'
import { requireOpenRegistration } from '../require-open-registration.ts'

/**
 * Creates an account with a password. The answer reveals that a name is taken. It does not reveal that an address is
 * known: its owner got no code, so the code is wrong. Throws turnstile_required, turnstile_failed, register_disabled,
 * password_register_disabled, username_taken, email_code_wrong and the errors of the rules for addresses. Returns the
 * flow by which the browser may log the account in once, within a minute; null where it logs in by the form.
 */
export async function register(
  deps: AdminDependencies,
  request: z.output<typeof registerRequest>,
  { turnstile, ip, requestId, raw }: { turnstile: string; ip: string; requestId: string; raw: Request },
): Promise<string | null> {
  const { db, state, passwords, codes, config } = deps
  await deps.turnstile.check('register', { token: turnstile, ip })
  const { options } = state.current()
  await requireOpenRegistration(deps)
  if (!options.PasswordRegisterEnabled) throw new GatewayError('password_register_disabled')
  const { username, password, aff_code: inviteCode } = request
  // An unverified address is not stored.
  const email = options.EmailVerificationEnabled ? requireEmail(request.email) : null
  if (email !== null) checkEmailRules(options, email)
  if (await findTakenIdentity(db, { username })) throw usernameTaken()
  const passwordHash = await passwords.hash(password)
  if (email !== null && !(await codes.redeem('register', email, request.verification_code)))
    throw emailCodeWrong('verification_code')
  const language = preferredLanguage(raw.headers.get('accept-language'))
  const account = { username, passwordHash, displayName: username, email, inviteCode, language }
  const group = options.DefaultUseAutoGroup && offersAutoGroup(options) ? autoGroup : ''
  const created = await createAccount(deps, account, {
    requestId,
    ...(config.GENERATE_DEFAULT_TOKEN && {
      insertMore: (trx, userId) => createInitialToken(trx, deps, { userId, username, group }),
    }),
  })
  if (!created.ok) throw created.taken === 'username' ? usernameTaken() : emailCodeWrong('verification_code')
  if (!options.LoginAfterRegisterEnabled || !options.PasswordLoginEnabled) return null
  return (await deps.signInFlows.open('registered', { userId: created.id, data: {} })).id
}

function requireEmail(email: string): string {
  if (email !== '') return email
  throw refusedField('email', makeReason('addressMissing'))
}
