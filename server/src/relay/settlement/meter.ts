import { listOf } from '@sluice/contract/read-json'
import type { Unbelieved } from '@sluice/contract/usage-log'
import { type KnownUse, spokenAtMost, spokenSeconds } from '../../core/billing/billable.ts'
import { type Charge, chargeOf } from '../../core/billing/charge.ts'
import type { CallPrice } from '../../core/billing/price-plan.ts'
import { believeUnusual, isUsual, ownCounts, type PossibleUse } from '../../core/catalogue/believe-report.ts'
import { usableTokensOf } from '../../core/catalogue/usable-tokens.ts'
import type { AskedTool } from '../../core/usage/asked-tools.ts'
import { believeTools } from '../../core/usage/believe-tools.ts'
import { marksHour, writtenForHour } from '../../core/usage/cache-marks.ts'
import { hasHostedTool } from '../../core/usage/hosted-tools.ts'
import { type Made, type Served, servedAndMade, servedAs } from '../../core/usage/served.ts'
import { isPlausibleRun, type ToolRun } from '../../core/usage/tool-runs.ts'
import { inputTotal, isPlausible, noUsage, outputTotal, type Usage } from '../../core/usage/usage.ts'
import { boundReport, fillReport, type ReportedUsage, type UsableTokens } from '../../core/usage/usage-report.ts'
import { certainRuns, withAskedTools, withToolModels } from '../admission/asked-tools.ts'
import type { CallEnd } from '../call/call-end.ts'
import type { AdmittedCall, PriceTerms } from '../call/relay-call.ts'

/** What is known of a call's usage when it ends. */
export interface Observed {
  /** How often a fixed price is due, from the upstream; absent = as often as requested. */
  units?: number | undefined
  /** What the answer says of its pictures; absent = nothing. */
  made?: Made | undefined
  /** The upstream's report; null = none. */
  reported: ReportedUsage | null
  /** The name sent upstream; absent = that which sets the price. */
  upstreamModel?: string
  /** The local count of the input. Called only when it is needed. */
  countInput(): Promise<number>
  /** The local count of the delivered output. Called only when it is needed. */
  countOutput(): number | Promise<number>
  /** Tokens of the delivered audio; absent = none. */
  soundTokens?: number | undefined
  /** Part of the answer was delivered. */
  hasContent?: boolean
}

export interface Metered {
  /** How often a fixed price was due. */
  units: number
  usage: Usage
  charge: Charge
  isEstimated: boolean
  /** How the call was served; absent = in the standard way. */
  served?: Served | undefined
  /** Paid tools that ran, other than searches; absent = none. */
  toolRuns?: readonly ToolRun[] | undefined
  /** Names of counts in the report that no reader knows; absent = none. */
  unknown?: readonly string[] | undefined
  /** What the report says beyond what is possible; absent = nothing. */
  unbelieved?: Unbelieved | undefined
  /** The price that was charged, with those of the models that the tools used; absent = that of the call. */
  price?: CallPrice | undefined
}

const maxTokensCounted = 100_000_000

/**
 * The charge for a call that ended by `end`, by the table in docs/limits.md. A promise only where tokens are counted.
 */
export function meter(call: AdmittedCall, end: CallEnd, observed: Observed): Metered | Promise<Metered> {
  const bounded = observed.reported && boundReport(withLifetime(call, observed.reported), () => usableIn(call))
  const known = { asked: call.request.tools, inputTokens: call.inputTokens }
  const believed = bounded && believeTools(believeQuantities(call, bounded), known)
  if (believed && !isUsual(believed)) return meterUnusual(call, end, observed, believed)
  return meterBelieved(call, end, observed, believed)
}

/** Cache writes of which the report does not say how long they live, as the request asks. */
const withLifetime = ({ request }: AdmittedCall, reported: ReportedUsage): ReportedUsage =>
  reported.isUnsplit && marksHour(request.body) ? writtenForHour(reported) : reported

/** As `meter`, of a report that is too large to be believed of every call. */
async function meterUnusual(
  call: AdmittedCall,
  end: CallEnd,
  observed: Observed,
  reported: ReportedUsage,
): Promise<Metered> {
  const delivered = await observed.countOutput()
  const { upstreamModel: model = call.routedModel } = observed
  return meterBelieved(call, end, observed, believeUnusual(reported, possibleIn(call, model, delivered)))
}

function possibleIn({ body, request, inputTokens }: AdmittedCall, model: string, delivered: number): PossibleUse {
  const { documents, query } = request.body
  // Rankings may count the query with each document.
  const pairs = typeof query === 'string' ? Buffer.byteLength(query) * listOf(documents).length : 0
  const { sent = 0, ...own } = ownCounts(inputTokens, delivered)
  return {
    ...own,
    model,
    answers: request.n,
    runsTools: (request.tools?.length ?? 0) > 0 || request.searches !== undefined || hasHostedTool(request.body),
    sent: Math.max(sent, body.bytes.length + pairs),
  }
}

/** A recording whose duration is read from its parts; one that is judged by its size, which may be a tenth. */
const believedDuration = { known: 4, estimated: 20 }
/** Makers bill some Chinese characters as two. */
const believedCharacters = 4

/** The report without seconds or characters that cannot be true of what the request holds. */
function believeQuantities(call: AdmittedCall, reported: ReportedUsage): ReportedUsage {
  const { known, terms } = call
  if (known === undefined || terms.price.units === undefined) return reported
  const { seconds, characters } = known.usage
  const factor = believedDuration[known.isEstimated ? 'estimated' : 'known']
  const isLonger = seconds > 0 && reported.seconds > Math.max(60, seconds * factor)
  const isMore = characters > 0 && reported.characters > Math.max(1_000, characters * believedCharacters)
  if (!isLonger && !isMore) return reported
  return {
    ...reported,
    ...(isLonger && { seconds: 0 }),
    ...(isMore && { characters: 0 }),
    isDoubtful: true,
    unbelieved: {
      ...(isLonger && { seconds: reported.seconds }),
      ...(isMore && { characters: reported.characters }),
    },
  }
}

function meterBelieved(
  call: AdmittedCall,
  end: CallEnd,
  observed: Observed,
  bounded: ReportedUsage | null,
): Metered | Promise<Metered> {
  const counted = bounded && withQuantities(call, bounded, observed.soundTokens)
  const reported = counted && withAskedTools(counted, call.request.tools ?? noTools)
  const own = withAnswered(reported?.toolRuns ? withToolTerms(call, reported.toolRuns) : call.terms, observed)
  const units = believedUnits(call, observed.units)
  const terms = units === undefined ? own : { ...own, units }
  const theirs = reported && pricedReport(terms, reported)
  if (end !== 'complete' || !theirs) return meterOwn(call, end, { ...observed, reported }, { terms, theirs })
  return reported.missing ? meterFilled(call, observed, { terms, reported }) : theirs
}

/** Searches of a ranking are at most a few times those that its documents may be. */
function believedUnits({ request: { unitsMost } }: AdmittedCall, reported: number | undefined): number | undefined {
  const isPossible = reported === undefined || unitsMost === undefined || reported <= Math.max(100, unitsMost * 4)
  return isPossible ? reported : unitsMost
}

/** The terms with what the answer says of its pictures, which decides over the request. */
const withAnswered = (terms: PriceTerms, { made }: Observed): PriceTerms =>
  terms.made === undefined || made === undefined ? terms : { ...terms, made: { ...terms.made, ...made } }

/**
 * The usage with the seconds or characters that the price is by. Where the report lacks them, they are those of the
 * request, those of the delivered sound, or the most that the text may take.
 */
function withQuantities<T extends ReportedUsage>(call: AdmittedCall, usage: T, soundTokens = 0): T {
  if (call.terms.price.units === undefined) return usage
  const known = call.known?.usage ?? noUsage
  const characters = usage.characters || known.characters
  const seconds = usage.seconds || known.seconds || spokenSeconds(soundTokens || usage.outputAudio)
  if (seconds > 0 || !call.chargesSound) return { ...usage, characters, seconds }
  return { ...usage, characters, seconds: spokenAtMost(call.inputTokens).seconds, isDoubtful: true }
}

const noTools: readonly AskedTool[] = []

/** The terms with the prices of the models that tools used, also where a stored prompt asked for the tools. */
function withToolTerms(call: AdmittedCall, runs: readonly ToolRun[]): PriceTerms {
  const { terms, caller, snapshot } = call
  if (runs.every(({ model }) => model === undefined)) return terms
  return { ...terms, price: withToolModels(call, caller, terms.price, runs, snapshot.options) }
}

/** The most that the call can use; its prompt was counted. */
function usableIn({ routedModel, request, inputTokens }: AdmittedCall): UsableTokens {
  const usable = usableTokensOf(routedModel, { requested: request.maxOutputTokens, answers: request.n })
  return { ...usable, input: Math.max(usable.input, inputTokens) }
}

/** The charge by a report, and the own count of each side that it does not have. */
async function meterFilled(
  call: AdmittedCall,
  observed: Observed,
  { terms, reported }: { terms: PriceTerms; reported: ReportedUsage },
): Promise<Metered> {
  const input = reported.missing?.includes('input') ? await observed.countInput() : 0
  const output = reported.missing?.includes('output') ? await observed.countOutput() : 0
  const own = call.known?.usage ?? countedUsage(input, output, observed.soundTokens)
  const filled = fillReport(reported, own)
  const isCounted = inputTotal(filled) + outputTotal(filled) > inputTotal(reported) + outputTotal(reported)
  const metered = pricedReport(terms, { ...filled, ...((isCounted || reported.isDoubtful) && { isDoubtful: true }) })
  return metered ?? meterOwn(call, 'complete', observed, { terms, theirs: null })
}

async function meterOwn(
  call: AdmittedCall,
  end: CallEnd,
  observed: Observed,
  { terms, theirs }: { terms: PriceTerms; theirs: Metered | null },
): Promise<Metered> {
  const counted = call.known
    ? null
    : countedUsage(await observed.countInput(), await observed.countOutput(), observed.soundTokens)
  const unbelieved = observed.reported?.unbelieved
  const own = {
    ...(call.known
      ? ownUse(
          terms,
          withRuns(call.known, observed.reported, call),
          end,
          await observed.countOutput(),
          observed.hasContent,
        )
      : pricedCount(call, end, { ...noUsage, ...counted, ...toolsOf(observed.reported, call.request.tools) }, terms)),
    ...(unbelieved && { unbelieved }),
  }
  if (end !== 'client_gone' || !theirs) return own
  // A cut stream: the last cumulative report counts when it exceeds the local count.
  return theirs.charge.quota > own.charge.quota ? { ...theirs, isEstimated: true } : own
}

/** What is known of a call, with the tools that ran. */
function withRuns(known: KnownUse, reported: ReportedUsage | null, { request }: AdmittedCall): KnownUse {
  return { ...known, usage: { ...known.usage, ...toolsOf(reported, request.tools) } }
}

/** The charge by the gateway's own count. A whole answer whose sound could not be measured has that of its text. */
function pricedCount(call: AdmittedCall, end: CallEnd, counted: Usage, terms: PriceTerms): Metered {
  return priced(terms, end === 'complete' ? withQuantities(call, counted) : counted, true)
}

/** The tools that ran, which the gateway's own count of tokens does not replace. */
function toolsOf(reported: ReportedUsage | null, asked: readonly AskedTool[] = noTools): Partial<ReportedUsage> {
  if (!reported) {
    const runs = certainRuns({ webSearchCalls: 0 }, asked)
    return runs.length > 0 ? { toolRuns: runs } : {}
  }
  if (!reported.missing || !isPlausible(reported)) return {}
  const { webSearchCalls, googleSearchCalls, fileSearchCalls, toolRuns } = reported
  const runs = toolRuns?.every(isPlausibleRun) ? { toolRuns } : {}
  return { webSearchCalls, googleSearchCalls, fileSearchCalls, ...runs }
}

/** Null for a report that is implausible or beyond the largest amount. */
function pricedReport(terms: PriceTerms, reported: ReportedUsage): Metered | null {
  if (!isPlausible(reported)) return null
  try {
    return priced(terms, reported, reported.isDoubtful === true)
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/** The charge for the delivered part so far, without waiting, for checkpoints and extensions. */
export const meterSoFar = (call: AdmittedCall, outputTokens: number, soundTokens = 0): Metered =>
  call.known
    ? ownUse(call.terms, call.known, 'recovered', outputTokens)
    : priced(call.terms, countedUsage(call.inputTokens, outputTokens, soundTokens), true)

/**
 * The quantities that were known beforehand. An incomplete answer is charged for its input and the delivered text.
 * Images are charged too if the client left after it saw one: a preview is nearly the image, and a client that leaves
 * before the end would get it for nothing.
 */
function ownUse(terms: PriceTerms, known: KnownUse, end: CallEnd, outputText: number, hasContent = false): Metered {
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
  seconds: spokenSeconds(Math.min(sound, maxTokensCounted)),
})

function priced(terms: PriceTerms, usage: ReportedUsage, isEstimated: boolean): Metered {
  const { units, imageFactor, price, asked, made } = terms
  const served = servedAndMade(servedAs(usage.served, asked), made)
  const { toolRuns, unknown, unbelieved } = usage
  const charge = chargeOf({ usage, units, imageFactor, served, toolRuns }, price, terms)
  return { units, usage, served, toolRuns, unknown, unbelieved, ...(toolRuns && { price }), charge, isEstimated }
}
