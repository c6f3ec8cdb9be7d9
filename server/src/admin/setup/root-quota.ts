import { quota } from '@sluice/contract/quota'
import type { Kysely } from 'kysely'
import type { Ledger } from '../../ledger/ledger.ts'
import type { Database } from '../../store/schema.ts'
import { findMarkedRoot } from '../../store/users.ts'

const rootQuota = quota(100_000_000)

/**
 * Credits the first balance of the account that set-up creates. The ref allows it once, so it is also called at every
 * start, in case the process was killed between the account and its balance.
 */
export async function grantRootQuota({ db, ledger }: { db: Kysely<Database>; ledger: Ledger }): Promise<void> {
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
