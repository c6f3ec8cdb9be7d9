import type { Reservation } from '../../ledger/ledger.ts'
import type { CallLimits } from '../call/call-limits.ts'

/** Wraps the reservation so that the call's limits learn the final amounts. */
export function watchReservation(reservation: Reservation, limits: CallLimits): Reservation {
  if (!limits.isCounting) return reservation
  return {
    ref: reservation.ref,
    get amount() {
      return reservation.amount
    },
    get durable() {
      return reservation.durable
    },
    extend: (extra) => reservation.extend(extra),
    checkpoint: (charge, row, channelId) => reservation.checkpoint(charge, row, channelId),
    release: (row) => reservation.release(row),
    async settle(charge, row, channelId) {
      await reservation.settle(charge, row, channelId)
      limits.settled(charge, row ? row.prompt_tokens + row.completion_tokens : 0)
    },
  }
}
