import type { UsageLogDetail } from '@sluice/contract/usage-log'
import type { Selectable } from 'kysely'
import type { Logger } from 'pino'
import { parseStored } from '../core/json/parse-stored.ts'
import type { Store } from '../store/open-database.ts'
import type { ReservationsTable } from '../store/schema.ts'
import { completeUsageRow, type UsageRow } from '../store/usage-row.ts'
import type { Operation } from './operations.ts'
import { writeShared } from './shared-writer.ts'

const batchSize = 200

/**
 * Ends the reservations whose owner is dead (its epoch is gone): charges the last checkpoint, or returns the whole
 * hold. Returns the number of reservations. Several nodes may run it at once; each reservation ends once.
 */
export async function recoverOrphans(
  store: Store,
  now: number,
  { log, keepsRows }: { log: Pick<Logger, 'warn'>; keepsRows: boolean },
): Promise<number> {
  let recovered = 0
  for (;;) {
    const orphans = await store.db
      .selectFrom('reservations')
      .selectAll()
      .where('epoch_id', 'not in', (select) => select.selectFrom('epochs').select('epochs.id'))
      .orderBy('ref')
      .limit(batchSize)
      .execute()
    if (orphans.length === 0) break
    await writeShared(
      store,
      orphans.map((orphan) => buildEnding(orphan, now, keepsRows)),
      { epochId: 0 },
    )
    recovered += orphans.length
  }
  if (recovered > 0) log.warn({ recovered }, 'settled the calls of a process that died, by their checkpoints')
  return recovered
}

/** Returns the leases of dead processes, together with the holds that they contain. */
export async function returnOrphanLeases(store: Store): Promise<void> {
  for (;;) {
    const orphans = await store.db
      .selectFrom('balance_leases')
      .select(['account_kind', 'account_id', 'epoch_id'])
      .where('epoch_id', 'not in', (select) => select.selectFrom('epochs').select('epochs.id'))
      .orderBy('account_kind')
      .orderBy('account_id')
      .limit(batchSize)
      .execute()
    if (orphans.length === 0) return
    const closings = orphans.map(
      (orphan): Operation => ({
        kind: 'close_lease',
        account: { kind: orphan.account_kind, id: orphan.account_id },
        epochId: orphan.epoch_id,
        keep: 0,
        recalls: false,
      }),
    )
    await writeShared(store, closings, { epochId: 0 })
  }
}

function buildEnding(orphan: Selectable<ReservationsTable>, now: number, keepsRows: boolean): Operation {
  const { ref, user_id: userId, token_id: tokenId, amount: held } = orphan
  const { checkpoint_charge: charge, checkpoint_row: text } = orphan
  if (charge === null || text === null) return { kind: 'release', ref, userId, tokenId, held, row: null }
  const row = markRecovered(completeUsageRow(parseStored<Partial<UsageRow>>(text)))
  return {
    kind: 'settle',
    ref,
    userId,
    tokenId,
    held,
    charge,
    channelId: orphan.channel_id ?? 0,
    row,
    ...(!keepsRows && { keepsRow: false }),
    at: now,
    isRecovery: true,
  }
}

/** The row with `end: 'recovered'` in its detail. */
function markRecovered(row: UsageRow): UsageRow {
  const detail = parseStored<UsageLogDetail>(row.detail === '' ? '{}' : row.detail)
  return { ...row, detail: JSON.stringify({ ...detail, end: 'recovered' } satisfies UsageLogDetail) }
}
