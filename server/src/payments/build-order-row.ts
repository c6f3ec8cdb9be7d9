import type { LogNote } from '@sluice/contract/log-notes'
import { buildNoteRow, type Note } from '../ledger/build-note-row.ts'
import type { Services } from '../services.ts'
import { writeNote } from '../state/write-note.ts'
import type { OrderRow } from '../store/orders.ts'
import type { UsageRow } from '../store/usage-row.ts'
import { findAnyUser } from '../store/users.ts'

/** The row of the usage log by which the owner of an order reads what happened to it. */
export async function buildOrderRow(
  { db, clock, state }: Services<'db' | 'clock' | 'state'>,
  order: OrderRow,
  { type, note, requestId }: Pick<Note, 'type' | 'requestId'> & { note: LogNote },
): Promise<UsageRow> {
  const owner = await findAnyUser(db, order.user_id)
  return buildNoteRow({
    type,
    userId: order.user_id,
    username: owner?.username ?? '',
    groupName: owner?.group_name ?? '',
    text: writeNote(note, state.current().options),
    at: clock.now(),
    requestId,
  })
}
