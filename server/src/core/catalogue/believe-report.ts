import type { Unbelieved } from '@sluice/contract/usage-log'
import { inputTotal, outputTotal } from '../usage/usage.ts'
import { inputParts, outputParts, type ReportedUsage, type UsageSide } from '../usage/usage-report.ts'
import { knownFactsOf } from './known-facts.ts'
import { outputLimitOf } from './usable-tokens.ts'

/** What bounds the usage of one call. */
export interface PossibleUse {
  /** The name sent upstream. */
  model: string
  /** The number of requested answers; absent = one. */
  answers?: number
  /** The upstream may run the model many times for one answer, because it runs tools; absent = it may not. */
  runsTools?: boolean
  /** The most tokens that the request's own content can be; absent = unknown. */
  sent?: number
  /** The same for the delivered answer. */
  delivered?: number
}

/** A text has at most as many tokens as bytes, and the gateway's own count of it is at least a quarter of these. */
const ownCountFactor = 4

/** The most tokens that texts of these own counts can have. */
export const ownCounts = (sent: number, delivered: number): Pick<PossibleUse, 'sent' | 'delivered'> => ({
  sent: sent * ownCountFactor,
  delivered: delivered * ownCountFactor,
})

/**
 * How often the model may read its whole context, and write its longest answer, for one call. Without tools of the
 * upstream: once, and again for a second model, a repeated attempt, a compaction. With them once for each turn: of
 * input 64 contexts, which are 128 turns if the context grows from nothing; of output 16.
 */
const turns = { input: 4, output: 4 }
const turnsWithTools = { input: 64, output: 16 }

/**
 * The context and the longest answer of a model that the catalogue does not know: no known model has more, but for
 * qwen-long, whose facts count. Few turns with tools fill such a context. A smaller limit than `…Least` is not relied
 * on: hosts serve newer models under old names, and data sets state some limits too low.
 */
const contextUnknown = 2_097_152
const contextUnknownWithTools = 524_288
const contextLeast = 262_144
const outputUnknown = 524_288
const outputLeast = 131_072

/** Models that search or plan by themselves, without a tool in the request. */
const planners = /sonar|search|compound|agent|:online/i

/** Whether each side of the report is possible for every call. */
export const isUsual = (reported: ReportedUsage): boolean =>
  !(inputTotal(reported) > turns.input * contextLeast || outputTotal(reported) > turns.output * outputLeast)

/** The most tokens that are believed of a report. */
function believedTokensOf(possible: PossibleUse): Record<UsageSide, number> {
  const { model, answers = 1, sent = 0, delivered = 0 } = possible
  const runsTools = possible.runsTools === true || planners.test(model)
  const most = runsTools ? turnsWithTools : turns
  const unknown = runsTools ? contextUnknownWithTools : contextUnknown
  const context = Math.max(knownFactsOf(model).context_tokens ?? unknown, contextLeast)
  const output = Math.max(outputLimitOf(model) ?? outputUnknown, outputLeast)
  return {
    input: Math.max(most.input * context * answers, sent),
    output: Math.max(most.output * output * answers, delivered),
  }
}

/**
 * The report without a side that cannot be true: the gateway's own count takes its place, and `unbelieved` has what was
 * reported. The same object where all of it is possible.
 */
export const believeReport = (reported: ReportedUsage, possible: () => PossibleUse): ReportedUsage =>
  isUsual(reported) ? reported : believeUnusual(reported, possible())

/** As `believeReport`, of a report that is not `isUsual`. */
export function believeUnusual(reported: ReportedUsage, possible: PossibleUse): ReportedUsage {
  const most = believedTokensOf(possible)
  const given = { input: inputTotal(reported), output: outputTotal(reported) }
  const isInput = given.input > most.input
  const isOutput = given.output > most.output
  if (!isInput && !isOutput) return reported
  const unbelieved: Unbelieved = {
    ...reported.unbelieved,
    ...(isInput && { input: given.input }),
    ...(isOutput && { output: given.output }),
  }
  const missing: UsageSide[] = []
  // A side of 0 beside one that is refused is as often a placeholder.
  if (isInput || given.input === 0 || reported.missing?.includes('input')) missing.push('input')
  if (isOutput || given.output === 0 || reported.missing?.includes('output')) missing.push('output')
  const usage = { ...reported, missing, unbelieved, isDoubtful: true as const }
  if (isInput) {
    for (const part of inputParts) usage[part] = 0
    usage.characters = 0
  }
  if (isOutput) {
    for (const part of outputParts) usage[part] = 0
    usage.reasoning = 0
  }
  return usage
}
