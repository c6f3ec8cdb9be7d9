import type { Kysely } from 'kysely'
import { isImported, type Passwords } from '../identity/passwords.ts'
import { hasTrivialPassword } from '../identity/trivial-passwords.ts'
import type { Database } from '../store/schema.ts'
import { listPrivileged } from '../store/users.ts'
import type { ImportNotes } from './import-notes.ts'

/** More would take minutes. */
const triedMax = 50

/** Names the administrators whose password everyone tries. Of the others, hashes do not show whether it is short. */
export async function nameWeakPasswords(
  db: Kysely<Database>,
  passwords: Pick<Passwords, 'verify'>,
  notes: ImportNotes,
): Promise<void> {
  for (const account of (await listPrivileged(db)).slice(0, triedMax)) {
    if (await hasTrivialPassword(passwords, account))
      notes.add(
        'Administrators with a password that everyone tries. Change it before others reach the site',
        account.username,
      )
    else if (isImported(account.password_hash))
      notes.add(
        'Administrators whose password may be shorter than 8 characters: its hash does not show it. After their' +
          ' next log-in `sluice doctor` names those',
        account.username,
      )
  }
}
