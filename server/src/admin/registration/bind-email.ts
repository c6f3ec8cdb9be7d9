import type { bindEmailQuery, bindEmailRequest } from '@sluice/contract/registration'
import type { z } from 'zod'
import { emailCodeWrong } from '../../identity/account-refusals.ts'
import { checkEmailRules } from '../../identity/email-rules.ts'
import { type Asker, type OwnerProof, requireOwner, requireRecentSignIn } from '../../identity/require-owner.ts'
import { languageFor } from '../../platform/accepted-language.ts'
import { isUniqueViolation } from '../../store/dialects/errors.ts'
import type { UserRow } from '../../store/schema.ts'
import { findUser, updateUser } from '../../store/users.ts'
import { buildAddressRemovedMail } from '../build-mails.ts'
import type { AdminDependencies } from '../dependencies.ts'

/** The subject of a code for binding: this account and this address. */
export const bindSubject = (userId: number, email: string): string => `${userId}:${email}`

type AddressRequest = Asker & { raw: Request }
type Address = z.output<typeof bindEmailQuery>

/** Binds an address that its code proves. Throws the errors of `requireOwner` and `bind`. */
export async function bindEmail(
  deps: AdminDependencies,
  request: AddressRequest,
  { password, factor_code: code, ...address }: z.output<typeof bindEmailRequest>,
): Promise<void> {
  await requireOwner(deps, request, { password, code, codeField: 'factor_code' })
  await bind(deps, request, address)
}

/** The same for clients that send no proof. Throws sign_in_again, and the errors of `bind`. */
export async function bindEmailAfterSignIn(
  deps: AdminDependencies,
  request: AddressRequest,
  address: Address,
): Promise<void> {
  requireRecentSignIn(deps, request.caller)
  await bind(deps, request, address)
}

/** Notifies the former address. Throws email_code_wrong, and the errors of the rules for addresses. */
async function bind(deps: AdminDependencies, { caller, raw }: AddressRequest, { email, code }: Address): Promise<void> {
  const { db, state, codes } = deps
  checkEmailRules(state.current().options, email)
  if (!(await codes.redeem('bind_email', bindSubject(caller.id, email), code))) throw emailCodeWrong('code')
  const former = await findUser(db, caller.id)
  try {
    await updateUser(db, caller.id, { email })
  } catch (error) {
    // Another account was faster. The answer does not reveal that.
    if (isUniqueViolation(error)) throw emailCodeWrong('code')
    throw error
  }
  notifyFormerAddress(deps, { former, now: email, raw })
}

/** Throws the errors of `requireOwner`. */
export async function unbindEmail(deps: AdminDependencies, request: AddressRequest, proof: OwnerProof): Promise<void> {
  await requireOwner(deps, request, proof)
  const { caller, raw } = request
  const former = await findUser(deps.db, caller.id)
  await updateUser(deps.db, caller.id, { email: null })
  notifyFormerAddress(deps, { former, now: null, raw })
}

function notifyFormerAddress(
  { state, mailer }: AdminDependencies,
  { former, now, raw }: { former: UserRow | undefined; now: string | null; raw: Request },
): void {
  if (!former?.email || former.email === now || !mailer.isConfigured()) return
  const { SystemName: site } = state.current().options
  mailer.sendLater(buildAddressRemovedMail({ to: former.email, language: languageFor(former, raw), site }))
}
