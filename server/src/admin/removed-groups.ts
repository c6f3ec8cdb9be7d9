import { makeReason, reasonAt } from '@sluice/contract/error-reasons'
import type { Kysely } from 'kysely'
import { countGroupUses } from '../store/group-uses.ts'
import type { Database } from '../store/schema.ts'
import type { OptionFaults, OptionStep } from './check-needs.ts'

/** A removed group that is still in use: its calls would lose their price. */
export async function removedGroups(
  trx: Kysely<Database>,
  { before, after }: Pick<OptionStep, 'before' | 'after'>,
): Promise<OptionFaults> {
  const removed = Object.keys(before.GroupRatio).filter((group) => !Object.hasOwn(after.GroupRatio, group))
  if (removed.length === 0) return new Map()
  const uses = await countGroupUses(trx)
  for (const group of removed) {
    const use = uses.get(group)
    if (!use) continue
    const { users, tokens, channels } = use
    return new Map([['GroupRatio', reasonAt(group, makeReason('groupInUse', { users, tokens, channels }))]])
  }
  return new Map()
}
