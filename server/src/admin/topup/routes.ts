import { isLanguage } from '@sluice/contract/messages/languages'
import { languageOf } from '../../platform/accepted-language.ts'
import type { AdminApi } from '../admin-api.ts'
import { pagedList } from '../answer.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { parsePage } from '../paging.ts'
import { mountNotificationRoutes } from './notification-routes.ts'
import { openPayForm } from './open-pay-form.ts'
import { createOrderService } from './order-service.ts'
import { createTopupHistory } from './topup-history.ts'
import { mountWalletRoutes } from './wallet-routes.ts'

/** Orders, their payment, and the lists for accounts and administrators. */
export function mountTopupRoutes(api: AdminApi, deps: AdminDependencies): void {
  mountWalletRoutes(api, deps)
  mountPayFormRoute(api, deps)
  mountNotificationRoutes(api, deps)
  mountHistory(api, deps)
  mountDecisions(api, deps)
}

function mountHistory(api: AdminApi, deps: AdminDependencies): void {
  const history = createTopupHistory(deps)
  api.route('GET /api/user/topup/self', async ({ query, caller }) => {
    const page = parsePage(query)
    return pagedList(await history.own(caller.id, query, page), page)
  })
  api.route('GET /api/user/topup', async ({ query }) => {
    const page = parsePage(query)
    return pagedList(await history.orders(query, page), page)
  })
  api.route('GET /api/topup/', async ({ query }) => {
    const page = parsePage(query)
    const { sums, ...list } = await history.all(query, page)
    return { data: { ...pagedList(list, page).data, sums } }
  })
  api.route('GET /api/topup/export', ({ query, caller, raw }) =>
    history.exported(query, { accountId: caller.id, signal: raw.signal }),
  )
  api.route('GET /api/topup/alerts', async ({ query, caller, raw }) => {
    const page = parsePage(query)
    const { offset, limit } = page
    const filter = { gateway: query.gateway || undefined, reason: query.reason || undefined }
    const slice = { offset, limit, language: languageOf(raw.headers, caller) }
    return pagedList(await history.alerts(filter, slice), page)
  })
}

function mountDecisions(api: AdminApi, deps: AdminDependencies): void {
  const orders = createOrderService(deps)
  api.route('POST /api/user/topup/cancel', async ({ body, caller }) => {
    await orders.cancel(caller.id, body.trade_no)
    return {}
  })
  for (const key of ['POST /api/topup/complete', 'POST /api/user/topup/complete'] as const)
    api.route(key, async ({ body, caller, ip, requestId, audit }) => {
      await orders.complete(body.trade_no, { callerId: caller.id, ip, requestId, note: body.note, audit })
      return {}
    })
  api.route('POST /api/topup/refund', async ({ body, caller, ip, requestId, audit }) => {
    await orders.refund(body.trade_no, { callerId: caller.id, ip, requestId, note: body.note, audit })
    return {}
  })
}

/**
 * The document that takes a browser to the easy-pay gateway. Browsers navigate to it with a session and without our
 * headers, and errors are shown as a page.
 */
function mountPayFormRoute(api: AdminApi, deps: AdminDependencies): void {
  api.route('GET /api/user/pay/form', ({ query: { trade_no: tradeNo, lang }, caller, raw }) => {
    const language = isLanguage(lang) ? lang : languageOf(raw.headers, caller)
    return openPayForm(deps, tradeNo, { caller, language })
  })
}
