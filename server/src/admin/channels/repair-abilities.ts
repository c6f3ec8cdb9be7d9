import { setImmediate } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { deleteOrphanAbilities, hasWrongAbilities, rebuildAbilities } from '../../store/abilities.ts'
import { findChannelToChange, listChannelsAfter } from '../../store/channels.ts'
import type { Database } from '../../store/schema.ts'

const channelsPerStep = 200

/** The numbers of channels, of those whose abilities were wrong, and of abilities without a channel. */
export interface AbilityRepair {
  checked: number
  repaired: number
  orphans: number
}

/** Rebuilds wrong abilities from the channels, each channel in a transaction of its own. */
export async function repairAbilities(db: Kysely<Database>): Promise<AbilityRepair> {
  let [checked, repaired, after] = [0, 0, 0]
  const orphans = await deleteOrphanAbilities(db)
  for (;;) {
    const rows = await listChannelsAfter(db, after, channelsPerStep)
    const last = rows.at(-1)
    if (last === undefined) return { checked, repaired, orphans }
    for (const row of rows) if (await repairOne(db, row.id)) repaired++
    checked += rows.length
    after = last.id
    // The embedded database answers without waiting: this lets other work run in between.
    await setImmediate()
  }
}

const repairOne = (db: Kysely<Database>, id: number): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    const row = await findChannelToChange(trx, id)
    if (row === undefined || !(await hasWrongAbilities(trx, row))) return false
    await rebuildAbilities(trx, row)
    return true
  })
