import type { topupHistoryQuery } from '@sluice/contract/routes/topup'
import type { z } from 'zod'
import type { TopupFilter } from '../../store/topup-history.ts'

/** Times on the wire are seconds; the last second is included. */
export const parseTopupQuery = (query: z.output<typeof topupHistoryQuery>, now: number): TopupFilter => ({
  userIds: null,
  method: query.method || null,
  status: query.status === 'reversed' ? null : query.status || null,
  isReversed: query.status === 'reversed',
  number: null,
  numberPart: null,
  isOrder: false,
  from: query.start_timestamp ? query.start_timestamp * 1_000 : null,
  to: query.end_timestamp ? query.end_timestamp * 1_000 + 999 : null,
  now,
})
