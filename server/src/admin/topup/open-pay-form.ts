import type { ConsoleCaller } from '../../identity/console-caller.ts'
import { buildEpayForm } from '../../payments/epay-form.ts'
import { buildPayPage, buildPayRefusal } from '../../payments/epay-page.ts'
import type { Language } from '../../platform/accepted-language.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { findPayable } from './find-payable.ts'

/** The page that posts the form of an order to the gateway, or one that says why the order cannot be paid. */
export async function openPayForm(
  deps: AdminDependencies,
  tradeNo: string,
  { caller, language }: { caller: ConsoleCaller | null; language: Language },
): Promise<Response> {
  const { options } = deps.state.current()
  const frame = { language, siteName: options.SystemName }
  const found = await findPayable(deps, tradeNo, caller)
  if (typeof found === 'string') return buildPayRefusal(found, frame)
  return buildPayPage(buildEpayForm(found, options, deps.config), frame)
}
