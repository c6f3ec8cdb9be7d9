import { isLanguage } from '@sluice/contract/messages/languages'
import { languageOf } from '../../platform/accepted-language.ts'
import type { AdminApi } from '../admin-api.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { openPayForm } from './open-pay-form.ts'

/**
 * The document that takes a browser to the easy-pay gateway. Browsers navigate to it with a session and without our
 * headers, and errors are shown as a page.
 */
export function mountPayFormRoute(api: AdminApi, deps: AdminDependencies): void {
  api.route('GET /api/user/pay/form', ({ query: { trade_no: tradeNo, lang }, caller, raw }) => {
    const language = isLanguage(lang) ? lang : languageOf(raw.headers, caller)
    return openPayForm(deps, tradeNo, { caller, language })
  })
}
