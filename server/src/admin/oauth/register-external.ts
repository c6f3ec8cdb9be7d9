import { randomBytes } from 'node:crypto'
import { displayNameMax } from '@sluice/contract/account-bounds'
import { displayName, mailAddress } from '@sluice/contract/user'
import { GatewayError } from '../../core/errors.ts'
import { createAccount } from '../../identity/create-account.ts'
import { checkEmailRules } from '../../identity/email-rules.ts'
import { preferredLanguage } from '../../platform/accepted-language.ts'
import type { OptionValues } from '../../state/option-registry.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { requireOpenRegistration } from '../require-open-registration.ts'
import type { ExternalAccount } from './external-account.ts'

const attemptsMax = 5

/** Creates an account for an external identity, and returns its id. Throws register_disabled. */
export async function registerExternal(
  deps: AdminDependencies,
  account: ExternalAccount,
  { inviteCode, requestId, raw }: { inviteCode: string; requestId: string; raw: Request },
): Promise<number> {
  const { options } = deps.state.current()
  await requireOpenRegistration(deps)
  let email = usableEmail(options, account.email)
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    const username = newUsername(account.column)
    const created = await createAccount(
      deps,
      {
        username,
        passwordHash: '',
        displayName: usableName(account.displayName) || username,
        email,
        bound: { [account.column]: account.subject },
        inviteCode,
        language: preferredLanguage(raw.headers.get('accept-language')),
      },
      { requestId },
    )
    if (created.ok) return created.id
    // Another account has the address: the new account is created without it, and the answer does not reveal that.
    if (created.taken === 'email') email = null
    else if (created.taken !== 'username') throw new GatewayError('identity_taken', { provider: account.provider })
  }
  throw new Error('no unused name was found')
}

const prefixes = {
  github_id: 'gh',
  oidc_id: 'oidc',
  wechat_id: 'wx',
  telegram_id: 'tg',
  linux_do_id: 'ld',
} as const

/** A valid name that is very likely unused: `gh_3f9a1c07`. */
const newUsername = (column: ExternalAccount['column']): string =>
  `${prefixes[column]}_${randomBytes(4).toString('hex')}`.slice(0, 12)

/** The valid part of an external display name; '' = none. */
function usableName(name: string): string {
  // Between letters, because the schema trims a name before it checks it.
  const isAllowed = (char: string) => displayName.safeParse(`a${char}a`).success
  const plain = [...name.toWellFormed().normalize('NFC')].filter(isAllowed)
  const cut = plain.join('').trim().slice(0, displayNameMax)
  // Not half a pair of surrogates.
  return (cut.isWellFormed() ? cut : cut.slice(0, -1)).trim()
}

/** The address, unless the site would refuse it at registration. */
function usableEmail(options: OptionValues, reported: string | null): string | null {
  const { data: email = null } = mailAddress.safeParse(reported)
  if (email === null) return null
  try {
    checkEmailRules(options, email)
    return email
  } catch {
    return null
  }
}
