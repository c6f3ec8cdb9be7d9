import { quota } from '@sluice/contract/quota'
import type { Gift } from '../../ledger/open-account.ts'
import type { Services } from '../../services.ts'
import { findMarkedRoot } from '../../store/users.ts'

const rootQuota = quota(100_000_000)

/** The first balance of the account that set-up creates, with it. */
export const rootGift: Gift = {
  kind: 'initial',
  ref: 'initial:user',
  amount: rootQuota,
  note: { code: 'set_up', params: {} },
  text: null,
}

/**
 * Credits it at the start, if a process of an earlier version was killed between the account and its balance. The ref
 * allows it once.
 */
export async function grantRootQuota({ db, ledger }: Services<'db' | 'ledger'>): Promise<void> {
  const root = await findMarkedRoot(db)
  if (!root) return
  await ledger.post({
    ref: `${rootGift.ref}:${root.id}`,
    userId: root.id,
    kind: rootGift.kind,
    amount: rootQuota,
    note: { code: 'set_up', params: {} },
  })
}
