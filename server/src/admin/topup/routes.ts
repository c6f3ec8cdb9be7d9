import type { topupHistoryQuery } from '@sluice/contract/routes/topup'
import type { z } from 'zod'
import { languageOf } from '../../platform/accepted-language.ts'
import { countAlerts, listAlerts } from '../../store/payment-alerts.ts'
import { countTopups, listTopups, sumTopups, type TopupFilter } from '../../store/topup-history.ts'
import { findUserByName, findUsernames } from '../../store/users.ts'
import type { AdminApi } from '../admin-api.ts'
import { pagedList } from '../answer.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { parsePage } from '../paging.ts'
import { buildManagedTopup, buildPaymentAlert, buildTopup, buildTopupSums } from './build-topup.ts'
import { mountNotificationRoutes } from './notification-routes.ts'
import { createOrderService } from './order-service.ts'
import { mountPayFormRoute } from './pay-form-route.ts'
import { mountWalletRoutes } from './wallet-routes.ts'

/** Orders, their payment, and the lists for accounts and administrators. */
export function mountTopupRoutes(api: AdminApi, deps: AdminDependencies): void {
  mountWalletRoutes(api, deps)
  mountPayFormRoute(api, deps)
  mountNotificationRoutes(api, deps)
  mountHistory(api, deps)
  mountDecisions(api, deps)
}

function mountHistory(api: AdminApi, { db, clock }: AdminDependencies): void {
  api.route('GET /api/user/topup/self', async ({ query, caller }) => {
    const page = parsePage(query)
    const now = clock.now()
    const filter = { ...filterOf(query, now), userIds: [caller.id], numberPart: query.keyword || null }
    const [rows, total] = await Promise.all([listTopups(db, filter, page), countTopups(db, filter)])
    return pagedList(
      rows.map((row) => buildTopup(row, now)),
      total,
      page,
    )
  })
  api.route('GET /api/user/topup', async ({ query }) => {
    const page = parsePage(query)
    const now = clock.now()
    const filter = { ...filterOf(query, now), isOrder: true, numberPart: query.keyword || null }
    const [rows, total] = await Promise.all([listTopups(db, filter, page), countTopups(db, filter)])
    const names = await namesOf(rows)
    return pagedList(
      rows.map((row) => buildManagedTopup(row, names.get(row.user_id) ?? '', now)),
      total,
      page,
    )
  })
  api.route('GET /api/topup/', async ({ query }) => {
    const page = parsePage(query)
    const now = clock.now()
    const filter = {
      ...filterOf(query, now),
      userIds: query.user === '' ? null : await userIdsOf(query.user),
      number: query.keyword || null,
    }
    const [rows, total, sums] = await Promise.all([
      listTopups(db, filter, page),
      countTopups(db, filter),
      sumTopups(db, filter),
    ])
    const names = await namesOf(rows)
    const { data } = pagedList(
      rows.map((row) => buildManagedTopup(row, names.get(row.user_id) ?? '', now)),
      total,
      page,
    )
    return { data: { ...data, sums: buildTopupSums(sums) } }
  })
  api.route('GET /api/topup/alerts', async ({ query, caller, raw }) => {
    const page = parsePage(query)
    const filter = { gateway: query.gateway || undefined, reason: query.reason || undefined }
    const [rows, total] = await Promise.all([listAlerts(db, filter, page), countAlerts(db, filter)])
    const names = await namesOf(rows)
    const language = languageOf(raw.headers, caller)
    return pagedList(
      rows.map((row) => buildPaymentAlert(row, { username: names.get(row.user_id) ?? '', language })),
      total,
      page,
    )
  })

  const namesOf = (rows: readonly { user_id: number }[]) =>
    findUsernames(db, [...new Set(rows.map((row) => row.user_id))])

  /** A name may look like an id: both are searched. */
  async function userIdsOf(user: string): Promise<number[]> {
    const named = await findUserByName(db, user)
    return [...(named ? [named.id] : []), ...(/^[1-9]\d{0,15}$/.test(user) ? [Number(user)] : [])]
  }
}

const filterOf = (query: z.output<typeof topupHistoryQuery>, now: number): TopupFilter => ({
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

function mountDecisions(api: AdminApi, deps: AdminDependencies): void {
  const orders = createOrderService(deps)
  api.route('POST /api/user/topup/cancel', async ({ body, caller }) => {
    await orders.cancel(caller.id, body.trade_no)
    return {}
  })
  api.route('POST /api/topup/complete', async ({ body, caller, ip, requestId, audit }) => {
    await orders.complete(body.trade_no, { callerId: caller.id, ip, requestId, note: body.note, audit })
    return {}
  })
  api.route('POST /api/topup/refund', async ({ body, caller, ip, requestId, audit }) => {
    await orders.refund(body.trade_no, { callerId: caller.id, ip, requestId, note: body.note, audit })
    return {}
  })
}
