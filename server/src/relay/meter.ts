import { type Charge, chargeOf } from '../core/billing/charge.ts'
import { isPlausible, noUsage, type Usage } from '../core/usage/usage.ts'
import type { AdmittedCall, CallEnd, PriceTerms } from './relay-call.ts'

/** What is known of a call's use when it ends. */
export interface Observed {
  /** As the upstream reported it; null = nothing, or nothing to be believed. */
  reported: Usage | null
  /** Own count of the input. Asked for only when it is needed. */
  countInput(): Promise<number>
  /** Own count of what was delivered. Asked for only when it is needed. */
  countOutput(): number | Promise<number>
}

export interface Metered {
  usage: Usage
  charge: Charge
  isEstimated: boolean
}

const maxTokensCounted = 100_000_000

/** The charge for a call that ended by `end` (reliability 4.3). */
export async function meter(call: AdmittedCall, end: CallEnd, observed: Observed): Promise<Metered> {
  const reported = observed.reported && isPlausible(observed.reported) ? observed.reported : null
  if (end === 'complete' && reported) return priced(call.terms, reported, false)
  const counted = countedUsage(await observed.countInput(), await observed.countOutput())
  const own = priced(call.terms, counted, true)
  if (end === 'complete' || !reported) return own
  // A cut stream: the last cumulative report counts when it says more than what we saw.
  const theirs = priced(call.terms, reported, true)
  return end === 'client_gone' && theirs.charge.quota > own.charge.quota ? theirs : own
}

/** The charge for what was delivered so far, without waiting for anything: for checkpoints and extensions. */
export const meterSoFar = (call: AdmittedCall, outputTokens: number): Metered =>
  priced(call.terms, countedUsage(call.inputTokens, outputTokens), true)

const countedUsage = (input: number, output: number): Usage => ({
  ...noUsage,
  inputText: Math.min(input, maxTokensCounted),
  outputText: Math.min(output, maxTokensCounted),
})

function priced(terms: PriceTerms, usage: Usage, isEstimated: boolean): Metered {
  const { units, imageFactor } = terms
  return { usage, charge: chargeOf({ usage, units, imageFactor }, terms.price, terms), isEstimated }
}
