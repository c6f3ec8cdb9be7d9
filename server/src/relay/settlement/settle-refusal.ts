import { type Charge, chargeOf } from '../../core/billing/charge.ts'
import type { CallPrice } from '../../core/billing/price-plan.ts'
import { isContentRefused } from '../../core/routing/content-refusal.ts'
import type { ToolRun } from '../../core/usage/tool-runs.ts'
import { noUsage } from '../../core/usage/usage.ts'
import type { SettleResult } from '../../ledger/ledger.ts'
import type { Clock } from '../../platform/clock.ts'
import type { AdmittedCall } from '../call/relay-call.ts'
import { type AttemptFailure, refusalOf } from '../call/upstream-error.ts'
import type { Attempt } from '../passage/passage.ts'
import { settleCall } from './settle-call.ts'

/** The refusal of a request by the usage policy of an upstream that charges for it. */
const refusal: ToolRun = { tool: 'tools.policy_refusal', count: 1 }

/**
 * Charges a call that its upstream refused for a fee, where the operator has set a price for such refusals: that price
 * alone. Null where nothing is charged.
 */
export async function settleRefusal(
  clock: Clock,
  call: AdmittedCall,
  attempt: Attempt,
  failure: AttemptFailure,
): Promise<SettleResult | null> {
  const { provider, format } = attempt
  const isPaid = provider.chargesRefusals?.(format.id) === true && isContentRefused(refusalOf(failure))
  if (!isPaid || !call.terms.price.toolPrices[refusal.tool]) return null
  const price: CallPrice = {
    ...call.terms.price,
    base: { kind: 'per_call', price: 0, factor: 1, rule: null },
    steps: [],
  }
  const toolRuns = [refusal]
  const charge: Charge = chargeOf({ usage: noUsage, units: 0, imageFactor: null, toolRuns }, price, call.terms)
  return settleCall(clock, call, attempt, {
    units: 0,
    usage: noUsage,
    toolRuns,
    price,
    charge,
    isEstimated: false,
    end: 'upstream_error',
    firstFrameMs: null,
  })
}
