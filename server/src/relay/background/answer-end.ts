import { believeReport, ownCounts } from '../../core/catalogue/believe-report.ts'
import { usableTokensOf } from '../../core/catalogue/usable-tokens.ts'
import { parseStored } from '../../core/json/parse-stored.ts'
import { believeTools } from '../../core/usage/believe-tools.ts'
import { writtenForHour } from '../../core/usage/cache-marks.ts'
import { servedAs } from '../../core/usage/served.ts'
import { isPlausibleRun } from '../../core/usage/tool-runs.ts'
import { isPlausible, noUsage, type Usage } from '../../core/usage/usage.ts'
import { boundReport, fillReport, type ReportedUsage } from '../../core/usage/usage-report.ts'
import type { StreamMeter } from '../../protocols/wire-format.ts'
import type { StoredObjectRow } from '../../store/stored-objects.ts'
import { certainRuns, withAskedTools } from '../admission/asked-tools.ts'
import { type DepositedWork, firstModelOf, type WorkCharge, type WorkModel } from '../deposits/deposited-work.ts'
import type { WorkEnd } from '../deposits/settle-work.ts'

/** What streams delivered of an answer before its end. */
export interface Delivered {
  tokens: number
  /** The number of the event after the last delivered one. */
  next: number
}

/** The gateway's data of an answer that is made in the background. */
export interface BackgroundAnswer extends DepositedWork {
  /** Absent = nothing. */
  delivered?: Delivered
  /** It was closed without a reported usage, and not charged as a whole answer: it is no longer served as one. */
  isUnpaid?: true
}

export const backgroundAnswer = ({ details }: Pick<StoredObjectRow, 'details'>): BackgroundAnswer =>
  parseStored<BackgroundAnswer>(details)

/** How an answer ended. */
export interface AnswerEnd {
  /** The model has answered: the answer was neither refused nor broken off. */
  isAnswer: boolean
  usage: ReportedUsage | null
  /** The own count of its text. */
  outputTokens(): number
}

/** What is read of an answer that has ended. */
export type EndedAnswer = AnswerEnd & { objectIds(): readonly string[] }

/** The end that a stream has delivered. `outputTokens`: the own count of its text. */
export const streamedEnd = (meter: StreamMeter, outputTokens: () => number): EndedAnswer => ({
  isAnswer: true,
  usage: meter.usage(),
  objectIds: () => meter.objectIds?.() ?? [],
  outputTokens,
})

/** The end of an answer that was never found again. */
export const lostAnswer: AnswerEnd = { isAnswer: false, usage: null, outputTokens: () => 0 }

/**
 * What an answer costs: its reported usage. Without one, a whole answer costs its input and text by the own count; one
 * that failed, was cancelled or is lost costs the same for the text that was delivered, and nothing if none was.
 */
export function endOfAnswer(row: Pick<StoredObjectRow, 'details'>, end: AnswerEnd): WorkEnd {
  const answer = backgroundAnswer(row)
  const model = firstModelOf(answer)
  const own = answer.models[model]
  if (!own) throw new Error('a background answer has no model')
  const { tools = [] } = own
  const known = { asked: tools, inputTokens: own.inputTokens }
  const written = end.usage && own.hourly === null ? writtenForHour(end.usage) : end.usage
  const usage = written && withAskedTools(believeTools(written, known), tools)
  const served = servedAs(usage?.served, own.asked)
  const runs = usage ? usage.toolRuns : end.isAnswer ? certainRuns({ webSearchCalls: 0 }, tools) : undefined
  const toolRuns = runs?.every(isPlausibleRun) ? runs : undefined
  const charge = (counts: Usage, isEstimated: boolean): WorkCharge => ({
    model,
    usage: counts,
    units: 1,
    isEstimated,
    ...(served && { served }),
    ...(toolRuns?.length && { toolRuns }),
    ...(usage?.unknown && { unknown: usage.unknown }),
  })
  const reported = usage && believedReport(usage, own, end)
  if (reported) {
    const counted = reported.missing ? countedUsage(own, end.outputTokens()) : noUsage
    const isEstimated = reported.missing !== undefined || reported.isDoubtful === true
    const { unbelieved } = reported
    return { charges: [{ ...charge(fillReport(reported, counted), isEstimated), ...(unbelieved && { unbelieved }) }] }
  }
  const output = Math.max(end.outputTokens(), answer.delivered?.tokens ?? 0)
  if (end.isAnswer) return { charges: [charge(countedUsage(own, output), true)] }
  const charges = output > 0 ? [charge(countedUsage(own, output), true)] : []
  return { charges, more: { isUnpaid: true } satisfies Partial<BackgroundAnswer> }
}

/** Answers in the background are those that take many turns: the work does not name the tools that cost nothing. */
function believedReport(usage: ReportedUsage, own: WorkModel, { outputTokens }: AnswerEnd): ReportedUsage | null {
  const { upstreamModel: model, inputTokens } = own
  const bounded = boundReport(usage, () => usableTokensOf(model))
  const possible = () => ({ ...ownCounts(inputTokens, outputTokens()), model, runsTools: true })
  const believed = believeReport(bounded, possible)
  return isPlausible(believed) ? believed : null
}

const countedUsage = ({ inputTokens }: WorkModel, output: number): Usage => ({
  ...noUsage,
  inputText: inputTokens,
  outputText: output,
})
