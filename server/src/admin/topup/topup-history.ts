import type { topupHistoryQuery } from '@sluice/contract/routes/topup'
import type { z } from 'zod'
import type { Language } from '../../platform/accepted-language.ts'
import type { Slice } from '../../store/channels.ts'
import { readCounted } from '../../store/count-rows.ts'
import { countAlerts, listAlerts, type PaymentAlertFilter } from '../../store/payment-alerts.ts'
import { countTopups, listTopups, type TopupFilter } from '../../store/topup-history.ts'
import { sumTopups } from '../../store/topup-sums.ts'
import { findOwners, findUserByName, findUsernames } from '../../store/users.ts'
import { totalOf } from '../answer.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { buildManagedTopup, buildPaymentAlert, buildTopup, buildTopupSums } from './build-topup.ts'
import { createTopupExport } from './export-topups.ts'

/** `keyword` is the number of an order, or a part of it; '' = any. */
type HistoryQuery = z.output<typeof topupHistoryQuery> & { keyword: string }

/** Top-ups of an account and of all, newest first, and alerts about payments. */
export function createTopupHistory(deps: Pick<AdminDependencies, 'db' | 'reports' | 'state' | 'clock'>) {
  const { db, reports, clock } = deps
  const exportTopups = createTopupExport(deps)

  const readPage = (filter: TopupFilter, slice: Slice) =>
    readCounted(slice, {
      list: () => listTopups(reports, filter, slice),
      countUpTo: (most) => countTopups(reports, filter, most),
    })

  async function listManaged(filter: TopupFilter, slice: Slice) {
    const { rows, count } = await readPage(filter, slice)
    const owners = await findOwners(db, [...new Set(rows.map((row) => row.user_id))])
    const items = rows.map((row) => buildManagedTopup(row, owners.get(row.user_id), filter.now))
    return { items, ...totalOf(count) }
  }

  const namesOf = (rows: readonly { user_id: number }[]) =>
    findUsernames(db, [...new Set(rows.map((row) => row.user_id))])

  /** A name may look like an id: both are searched. */
  async function userIdsOf(user: string): Promise<number[]> {
    const named = await findUserByName(db, user)
    return [...(named ? [named.id] : []), ...(/^[1-9]\d{0,15}$/.test(user) ? [Number(user)] : [])]
  }

  const filterOf = async (query: HistoryQuery & { user: string }): Promise<TopupFilter> => ({
    ...parseTopupQuery(query, clock.now()),
    userIds: query.user === '' ? null : await userIdsOf(query.user),
    number: query.keyword || null,
  })

  return {
    async own(userId: number, query: HistoryQuery, slice: Slice) {
      const now = clock.now()
      const filter = {
        ...parseTopupQuery(query, now),
        userIds: [userId],
        numberPart: query.keyword || null,
      }
      const { rows, count } = await readPage(filter, slice)
      return { items: rows.map((row) => buildTopup(row, now)), ...totalOf(count) }
    },

    /** Orders alone, as newer clients list them. */
    orders: (query: HistoryQuery, slice: Slice) =>
      listManaged({ ...parseTopupQuery(query, clock.now()), isOrder: true, numberPart: query.keyword || null }, slice),

    /** Top-ups of every kind with their sums. `user` is a name or an id; '' = any. */
    async all(query: HistoryQuery & { user: string }, slice: Slice) {
      const filter = await filterOf(query)
      const [page, sums] = await Promise.all([listManaged(filter, slice), sumTopups(reports, filter)])
      return { ...page, sums: buildTopupSums(sums) }
    },

    /** The same as a file. */
    exported: async (query: HistoryQuery & { user: string }, reader: { accountId: number; signal: AbortSignal }) =>
      exportTopups(await filterOf(query), reader),

    async alerts(filter: PaymentAlertFilter, { language, ...slice }: Slice & { language: Language }) {
      const [rows, total] = await Promise.all([listAlerts(db, filter, slice), countAlerts(db, filter)])
      const names = await namesOf(rows)
      const items = rows.map((row) => buildPaymentAlert(row, { username: names.get(row.user_id) ?? '', language }))
      return { items, total }
    },
  }
}

/** Times on the wire are seconds; the last second is included. */
const parseTopupQuery = (query: z.output<typeof topupHistoryQuery>, now: number): TopupFilter => ({
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
