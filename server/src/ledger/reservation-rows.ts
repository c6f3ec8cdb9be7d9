import type { Insertable } from 'kysely'
import type { ReservationsTable } from '../store/schema.ts'
import type { TakenHold } from './operation-batch.ts'
import type { CheckpointOperation } from './operations.ts'

export const checkpointColumns = (checkpoint: CheckpointOperation) => ({
  checkpoint_charge: checkpoint.charge,
  checkpoint_row: checkpoint.row,
  channel_id: checkpoint.channelId,
})

const noCheckpoint = { checkpoint_charge: null, checkpoint_row: null, channel_id: null }

/** The rows of the holds that a batch takes and that do not end in it. */
export const reservationRows = (
  taken: ReadonlyMap<string, TakenHold>,
  epochId: number,
): Insertable<ReservationsTable>[] =>
  [...taken.values()].map(({ operation, amount, checkpoint }) => ({
    ref: operation.ref,
    user_id: operation.userId,
    token_id: operation.tokenId,
    amount,
    epoch_id: epochId,
    ...(checkpoint ? checkpointColumns(checkpoint) : noCheckpoint),
    created_at: operation.at,
  }))
