import type { PayRefusal } from '@sluice/contract/topup'
import type { Caller } from '../../identity/caller.ts'
import { buildEpayForm, isEpayMethod, isEpayReady } from '../../payments/epay-form.ts'
import { buildPayPage, buildPayRefusal } from '../../payments/epay-page.ts'
import { languageOf } from '../../platform/accepted-language.ts'
import { findOrder } from '../../store/orders.ts'
import { isBanned } from '../../store/users.ts'
import type { AdminApi } from '../admin-api.ts'
import type { AdminDependencies } from '../dependencies.ts'

/**
 * The document that takes a browser to the easy-pay gateway. Browsers navigate to it with a session and without our
 * headers, and errors are shown as a page.
 */
export function mountPayFormRoute(api: AdminApi, { db, clock, state, config }: AdminDependencies): void {
  api.route('GET /api/user/pay/form', async ({ query: { trade_no: tradeNo, lang }, caller, raw }) => {
    const { options } = state.current()
    const frame = {
      language: lang === 'en' || lang === 'zh' ? lang : languageOf(raw.headers, caller),
      siteName: options.SystemName,
    }
    const found = await findPayable(tradeNo, caller)
    if (typeof found === 'string') return buildPayRefusal(found, frame)
    return buildPayPage(buildEpayForm(found, options, config.PORT), frame)
  })

  async function findPayable(tradeNo: string, caller: Caller | null) {
    if (caller === null || isBanned(caller)) return 'signed_out' satisfies PayRefusal
    const order = await findOrder(db, tradeNo.slice(0, 64))
    // The answer does not reveal that another account's order exists.
    if (!order || order.user_id !== caller.id || !isEpayMethod(order.method))
      return 'unknown' satisfies PayRefusal
    if (order.status === 'success') return 'paid' satisfies PayRefusal
    if (order.status !== 'pending' || order.expires_at <= clock.now()) return 'expired' satisfies PayRefusal
    if (!isEpayReady(state.current().options)) return 'closed' satisfies PayRefusal
    const { method, amount, money } = order
    return { tradeNo, method, amount: Number(amount), money }
  }
}
