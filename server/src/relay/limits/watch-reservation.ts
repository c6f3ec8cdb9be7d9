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
    get isLost() {
      return reservation.isLost
    },
    extend: (extra) => reservation.extend(extra),
    checkpoint: (charge, row, channelId) => reservation.checkpoint(charge, row, channelId),
    release: (row) => reservation.release(row),
    async settle(charge, row, channelId) {
      const result = await reservation.settle(charge, row, channelId)
      const taken = result === 'settled' ? charge : 0
      limits.settled(taken, row ? row.prompt_tokens + row.completion_tokens : 0)
      return result
    },
  }
}
