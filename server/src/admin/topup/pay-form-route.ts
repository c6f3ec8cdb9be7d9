import { buildEpayForm } from '../../payments/epay-form.ts'
import { buildPayPage, buildPayRefusal } from '../../payments/epay-page.ts'
import { languageOf } from '../../platform/accepted-language.ts'
import type { AdminApi } from '../admin-api.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { findPayable } from './find-payable.ts'

/**
 * The document that takes a browser to the easy-pay gateway. Browsers navigate to it with a session and without our
 * headers, and errors are shown as a page.
 */
export function mountPayFormRoute(api: AdminApi, deps: AdminDependencies): void {
  api.route('GET /api/user/pay/form', async ({ query: { trade_no: tradeNo, lang }, caller, raw }) => {
    const { options } = deps.state.current()
    const frame = {
      language: lang === 'en' || lang === 'zh' ? lang : languageOf(raw.headers, caller),
      siteName: options.SystemName,
    }
    const found = await findPayable(deps, tradeNo, caller)
    if (typeof found === 'string') return buildPayRefusal(found, frame)
    return buildPayPage(buildEpayForm(found, options, deps.config.PORT), frame)
  })
}
