import { quota } from '@sluice/contract/quota'
import type { Kysely } from 'kysely'
import type { Ledger } from '../../ledger/ledger.ts'
import type { Database } from '../../store/schema.ts'
import { findMarkedRoot } from '../../store/users.ts'

const rootQuota = quota(100_000_000)

/**
 * Gives the account made by set-up its first balance. The reference makes it once only, so it is also called at
 * every start: a process killed between the account and its balance leaves nothing to repair by hand.
 */
export async function grantRootQuota({
  db,
  ledger,
}: {
  db: Kysely<Database>
  ledger: Ledger
}): Promise<void> {
  const root = await findMarkedRoot(db)
  if (!root) return
  await ledger.post({
    ref: `initial:user:${root.id}`,
    userId: root.id,
    kind: 'initial',
    amount: rootQuota,
    note: { code: 'set_up', params: {} },
  })
}
