import { passwordMin } from '@sluice/contract/account-bounds'
import type { Kysely } from 'kysely'
import { createPasswords, isImported } from '../identity/passwords.ts'
import { hasTrivialPassword } from '../identity/trivial-passwords.ts'
import type { Database } from '../store/schema.ts'
import { listPrivileged } from '../store/users.ts'
import { type Finding, note, ok, problem } from './finding.ts'

/** More would take minutes. */
const triedMax = 50

/** Checks what is known of the passwords of administrators. Hashes do not show how long a password is. */
export async function checkAccounts(db: Kysely<Database>): Promise<Finding[]> {
  const accounts = await listPrivileged(db)
  const passwords = createPasswords()
  const trivial: typeof accounts = []
  for (const account of accounts.slice(0, triedMax))
    if (await hasTrivialPassword(passwords, account)) trivial.push(account)
  const short = accounts.filter(({ password_is_short }) => password_is_short !== 0).map(nameOf)
  const unknown = accounts
    .filter((account) => isImported(account.password_hash) && !trivial.includes(account))
    .map(nameOf)
  const findings = [
    ...(trivial.length > 0 ? [problem('accounts', 'passwords_trivial', { names: trivial.map(nameOf) })] : []),
    ...(short.length > 0 ? [problem('accounts', 'passwords_short', { names: short, least: passwordMin })] : []),
    ...(unknown.length > 0 ? [note('accounts', 'passwords_unknown', { names: unknown })] : []),
  ]
  return findings.length > 0 ? findings : [ok('accounts', 'passwords_fit', { least: passwordMin })]
}

const nameOf = ({ username }: { username: string }): string => username
