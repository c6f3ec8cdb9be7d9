import type { KnownUse } from '../../core/billing/billable.ts'
import { type Charge, chargeOf } from '../../core/billing/charge.ts'
import { isPlausible, noUsage, type Usage } from '../../core/usage/usage.ts'
import type { AdmittedCall, CallEnd, PriceTerms } from '../call/relay-call.ts'

/** What is known of a call's use when it ends. */
export interface Observed {
  /** Times a fixed price is due, where the upstream told; absent = as often as was asked for. */
  units?: number | undefined
  /** As the upstream reported it; null = nothing, or nothing to be believed. */
  reported: Usage | null
  /** Own count of the input. Asked for only when it is needed. */
  countInput(): Promise<number>
  /** Own count of what was delivered. Asked for only when it is needed. */
  countOutput(): number | Promise<number>
  /** Tokens of the sound that was delivered; absent = none. */
  soundTokens?: number | undefined
  /** Something of the answer was delivered. */
  hasContent?: boolean
}

export interface Metered {
  /** Times a fixed price was due. */
  units: number
  usage: Usage
  charge: Charge
  isEstimated: boolean
}

const maxTokensCounted = 100_000_000

/** The charge for a call that ended by `end` (reliability 4.3). */
export async function meter(call: AdmittedCall, end: CallEnd, observed: Observed): Promise<Metered> {
  const terms = observed.units === undefined ? call.terms : { ...call.terms, units: observed.units }
  const theirs = observed.reported && pricedReport(terms, observed.reported)
  if (end === 'complete' && theirs) return theirs
  const own = call.known
    ? ownUse(terms, call.known, end, await observed.countOutput(), observed.hasContent)
    : priced(
        terms,
        countedUsage(await observed.countInput(), await observed.countOutput(), observed.soundTokens),
        true,
      )
  if (end !== 'client_gone' || !theirs) return own
  // A cut stream: the last cumulative report counts when it says more than what we saw.
  return theirs.charge.quota > own.charge.quota ? { ...theirs, isEstimated: true } : own
}

/** Null for a report that is not to be believed, or comes to more than any amount can be. */
function pricedReport(terms: PriceTerms, reported: Usage): Metered | null {
  if (!isPlausible(reported)) return null
  try {
    return priced(terms, reported, false)
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/** The charge for what was delivered so far, without waiting for anything: for checkpoints and extensions. */
export const meterSoFar = (call: AdmittedCall, outputTokens: number, soundTokens = 0): Metered =>
  call.known
    ? ownUse(call.terms, call.known, 'recovered', outputTokens)
    : priced(call.terms, countedUsage(call.inputTokens, outputTokens, soundTokens), true)

/**
 * What was known beforehand. Of an answer that is not whole only what went in, and the text that was delivered; images
 * too where the client left once it had seen one: a preview is nearly the image, and whoever leaves before the end would
 * have it for nothing.
 */
function ownUse(
  terms: PriceTerms,
  known: KnownUse,
  end: CallEnd,
  outputText: number,
  hasContent = false,
): Metered {
  if (end === 'complete') return priced(terms, known.usage, known.isEstimated)
  const delivered = {
    outputText: Math.min(outputText, maxTokensCounted),
    outputAudio: 0,
    outputImage: end === 'client_gone' && hasContent ? known.usage.outputImage : 0,
  }
  return priced(terms, { ...known.usage, ...delivered }, true)
}

const countedUsage = (input: number, output: number, sound = 0): Usage => ({
  ...noUsage,
  inputText: Math.min(input, maxTokensCounted),
  outputText: Math.min(output, maxTokensCounted),
  outputAudio: Math.min(sound, maxTokensCounted),
})

function priced(terms: PriceTerms, usage: Usage, isEstimated: boolean): Metered {
  const { units, imageFactor } = terms
  return { units, usage, charge: chargeOf({ usage, units, imageFactor }, terms.price, terms), isEstimated }
}
