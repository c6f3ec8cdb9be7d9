import { emailCodeWrong } from '../../identity/account-refusals.ts'
import type { ConsoleCaller } from '../../identity/console-caller.ts'
import { checkEmailRules } from '../../identity/email-rules.ts'
import { languageFor } from '../../platform/accepted-language.ts'
import { isUniqueViolation } from '../../store/dialects/errors.ts'
import type { UserRow } from '../../store/schema.ts'
import { findUser, updateUser } from '../../store/users.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { buildAddressRemovedMail } from './build-mails.ts'

/** The subject of a code for binding: this account and this address. */
export const bindSubject = (userId: number, email: string): string => `${userId}:${email}`

/** Notifies the former address. Throws email_code_wrong, and the errors of the rules for addresses. */
export async function bindEmail(
  deps: AdminDependencies,
  caller: ConsoleCaller,
  { email, code, raw }: { email: string; code: string; raw: Request },
): Promise<void> {
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

export async function unbindEmail(deps: AdminDependencies, caller: ConsoleCaller, raw: Request): Promise<void> {
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
