import { quota } from '@sluice/contract/quota'
import { type Role, roles } from '@sluice/contract/roles'
import { createPasswords } from '../src/identity/passwords.ts'
import { migrate } from '../src/store/migrate.ts'
import type { Store } from '../src/store/open-database.ts'
import { insertTestUser } from '../src/store/test-users.ts'

export interface Account {
  username: string
  role: Role
  balance: number
}

export const password = 'correct horse 1'
export const accounts = {
  admin: { username: 'anna', role: roles.admin, balance: 0 },
  user: { username: 'ulf', role: roles.user, balance: 10_000_000 },
} as const satisfies Record<string, Account>
export const rootName = 'root'

/** Accounts in a database that no server has opened yet, each with the ledger entry of its balance. */
export async function insertAccounts(store: Store, list: readonly Account[]): Promise<void> {
  await migrate(store)
  const hash = await createPasswords().hash(password)
  const now = Date.now()
  for (const { username, role, balance } of list) {
    const id = await insertTestUser(store.db, {
      username,
      password_hash: hash,
      role,
      quota: quota(balance),
      created_at: now,
    })
    if (balance === 0) continue
    await store.db
      .insertInto('ledger_entries')
      .values({
        user_id: id,
        token_id: null,
        channel_id: null,
        kind: 'initial',
        amount: balance,
        ref: `initial:user:${id}`,
        request_id: null,
        note: '',
        created_at: now,
      })
      .execute()
  }
}
