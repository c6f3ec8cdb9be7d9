import type { JsonRecord } from '@sluice/contract/read-json'
import type { Unbelieved } from '@sluice/contract/usage-log'
import type { Served } from './served.ts'
import type { ToolRun } from './tool-runs.ts'
import { believedTokensMax, believedToolCallsMax, inputTotal, noUsage, outputTotal, type Usage } from './usage.ts'

export type UsageSide = 'input' | 'output'

/** The usage that an upstream reports. */
export interface ReportedUsage extends Usage {
  /** Sides without a readable count. The gateway fills in its own count. */
  readonly missing?: readonly UsageSide[]
  /** How the call was served; absent = the report does not say. */
  readonly served?: Served
  /** Paid tools that ran, other than searches; absent = none. */
  readonly toolRuns?: readonly ToolRun[]
  /** Names of counts that no reader knows; absent = none. */
  readonly unknown?: readonly string[]
  /** A count is unreadable, or two contradict each other: the row is marked as estimated. */
  readonly isDoubtful?: true
  /** Tokens that no count of their own side includes. The gateway bounds them by what the call could use. */
  readonly unbacked?: UnbackedTokens
  /** The lifetime of its cache writes is unknown: all are in `cacheWrite5m`. */
  readonly isUnsplit?: true
  /** What it said that cannot be true, and that is in no count any more; absent = nothing. */
  readonly unbelieved?: Unbelieved
}

/** Tokens that only a total, or a detail that is larger than its side, reports. */
interface UnbackedTokens {
  readonly input: number
  readonly output: number
  /** Whether the output is reasoning that the total includes and its side does not. */
  readonly isReasoning: boolean
}

/** The most tokens that a call can use. */
export interface UsableTokens {
  input: number
  output: number
  /** With reasoning that the request's limit of the output does not include. */
  outputWithReasoning: number
}

/** Reads the counts of one report, and notes whether one of them is unreadable. Some hosts write numbers as text. */
export class CountReader {
  isDoubtful = false

  /** The first positive count of tokens, else 0 if one is reported; undefined if none is readable. */
  tokens(...values: unknown[]): number | undefined {
    return this.#first(values, believedTokensMax)
  }

  /** As `tokens`, of the values under `names`. */
  tokensIn(record: JsonRecord, names: readonly string[]): number | undefined {
    let zero: number | undefined
    for (const name of names) {
      const count = this.tokens(record[name])
      if (count) return count
      zero ??= count
    }
    return zero
  }

  /** As `tokens`, for calls of a tool. */
  calls(...values: unknown[]): number | undefined {
    return this.#first(values, believedToolCallsMax)
  }

  #first(values: readonly unknown[], max: number): number | undefined {
    let zero: number | undefined
    for (const value of values) {
      if (value === undefined || value === null) continue
      const count = countOf(value, max)
      if (count === undefined) this.isDoubtful = true
      else if (count > 0) return count
      else zero = 0
    }
    return zero
  }
}

/** A count as a number or as text; undefined unless it is a whole number from 0 to `max`. */
function countOf(value: unknown, max: number): number | undefined {
  const count = typeof value === 'string' && /^\s*\d{1,16}(\.0*)?\s*$/.test(value) ? Number(value) : value
  return typeof count === 'number' && Number.isInteger(count) && count >= 0 && count <= max
    ? Math.abs(count)
    : undefined
}

interface ReportedSides {
  input: number | undefined
  output: number | undefined
  total: number | undefined
  /** Read from and written to a cache. */
  cached?: number
  reasoning?: number
  /** Counts beside input and output that the total may include. */
  beside?: number
}

/** Input, its cached tokens included, and output that agree with the other counts of a report. */
interface AgreedSides {
  input: number | undefined
  output: number | undefined
  isDoubtful: boolean
  unbacked: UnbackedTokens
}

/**
 * Reconciles the counts of a report. A missing side is the rest of the total. What the total has beyond both sides is
 * cached input if it is as much as that, else output: hosts omit reasoning there. A total that is too small is ignored.
 * A cache count above the input is not part of it, nor is reasoning above the output.
 */
export function reconcileSides(reported: ReportedSides): AgreedSides {
  const { total = 0, cached = 0, reasoning = 0, beside = 0 } = reported
  const apart = reported.output !== undefined && reasoning > reported.output ? reasoning : 0
  // Zeros on both sides are placeholders, also beside a count of reasoning.
  if (apart > 0 && reported.input === 0 && reported.output === 0)
    return reconcileSides({ ...reported, input: undefined })
  const input = reported.input ?? restOf(total, reported.output === undefined ? undefined : reported.output + apart)
  const rest = restOf(total, reported.input)
  const output = reported.output ?? (rest === undefined ? undefined : Math.max(rest, reasoning))
  const derived = {
    input: reported.input === undefined ? (input ?? 0) : 0,
    output: reported.output === undefined ? (output ?? 0) : 0,
  }
  if (input === undefined || output === undefined)
    return {
      input,
      output: output === undefined ? undefined : output + apart,
      isDoubtful: apart > 0,
      unbacked: { input: derived.input, output: derived.output + apart, isReasoning: apart > 0 },
    }
  const excess = total - input - output
  const isCacheExtra = excess === cached || excess === cached + reasoning
  const isCacheApart = cached > input || (cached > 0 && isCacheExtra && excess !== reasoning)
  const beyond = Math.max(0, excess - beside - (isCacheApart ? cached : 0))
  const extra = Math.max(apart, beyond)
  return {
    input: isCacheApart ? input + cached : input,
    output: output + extra,
    isDoubtful:
      (cached > input && !isCacheExtra) ||
      (total > 0 && excess < 0) ||
      (beyond > 0 && beyond !== reasoning) ||
      beyond < apart,
    unbacked: {
      input: derived.input + (isCacheApart ? cached : 0),
      output: derived.output + extra,
      isReasoning: derived.output === 0 && extra === reasoning,
    },
  }
}

/** Undefined beside a count of 0, which is as often a placeholder: the total could then be of either side. */
const restOf = (total: number, other: number | undefined): number | undefined =>
  other === undefined || other === 0 || total < other ? undefined : total - other

interface Parts {
  /** Undefined: missing. */
  input: number | undefined
  output: number | undefined
  isDoubtful: boolean
  isUnsplit?: boolean
  unbacked?: UnbackedTokens
  /** How the call was served; null = the report does not say. */
  served?: Served | null
  /** The parts of both sides other than text, and the calls of tools. */
  parts?: Partial<Usage>
  /** The part of a side that takes what the other parts leave of its count; text unless said otherwise. */
  inputPart?: 'inputText' | 'inputAudio'
  outputPart?: 'outputText' | 'outputAudio' | 'outputImage'
}

/**
 * The report as disjoint parts: each as it is reported, and the rest of a side as its text. Null if no tokens are
 * reported. Parts above the count of their side are kept, and the report is doubtful. Of an output without a count the
 * reasoning is kept, and the report is doubtful too.
 */
export function buildReport(given: Parts): ReportedUsage | null {
  const { input, output, parts = {}, inputPart = 'inputText', outputPart = 'outputText' } = given
  const usage: Usage = { ...noUsage, ...parts }
  const onlyReasoning = output === undefined ? Math.max(0, usage.reasoning - outputTotal(usage)) : 0
  usage[outputPart] += onlyReasoning
  const inputRest = (input ?? 0) - inputTotal(usage)
  const outputRest = (output ?? 0) - outputTotal(usage)
  usage[inputPart] += Math.max(0, inputRest)
  usage[outputPart] += Math.max(0, outputRest)
  if (inputTotal(usage) + outputTotal(usage) === 0) return null
  const missing: UsageSide[] = []
  if (input === undefined) missing.push('input')
  if (output === undefined) missing.push('output')
  // A detail without a count of its side is above it, too.
  const inputOver = Math.max(0, -inputRest)
  const outputOver = Math.max(0, -outputRest)
  const isOver = (input !== undefined && inputOver > 0) || (output !== undefined && outputOver > 0)
  const unbacked = {
    input: (given.unbacked?.input ?? 0) + inputOver,
    output: (given.unbacked?.output ?? 0) + outputOver,
    isReasoning: given.unbacked?.isReasoning === true && outputOver === 0,
  }
  return {
    ...usage,
    ...(missing.length > 0 && { missing }),
    ...(given.served && { served: given.served }),
    ...(given.isUnsplit && { isUnsplit: true as const }),
    ...((given.isDoubtful || isOver || onlyReasoning > 0) && { isDoubtful: true as const }),
    ...(unbacked.input + unbacked.output > 0 && { unbacked }),
  }
}

export const inputParts = [
  ...(['inputText', 'inputAudio', 'inputImage', 'cacheReadText', 'cacheReadAudio', 'cacheReadImage'] as const),
  ...(['cacheWrite5m', 'cacheWrite1h'] as const),
]
export const outputParts = ['outputText', 'outputAudio', 'outputImage', 'outputReasoning'] as const

/**
 * The report without the tokens beyond `usable` that no count of their side includes; the same object if it has none.
 * What a side itself reports is never reduced.
 */
export function boundReport(reported: ReportedUsage, usable: () => UsableTokens): ReportedUsage {
  if (!reported.unbacked) return reported
  const { unbacked, ...report } = reported
  const most = usable()
  const outputMost = unbacked.isReasoning ? most.outputWithReasoning : most.output
  const inputCut = Math.min(unbacked.input, inputTotal(report) - most.input)
  const outputCut = Math.min(unbacked.output, outputTotal(report) - outputMost)
  if (inputCut <= 0 && outputCut <= 0) return report
  const usage = { ...report, isDoubtful: true as const }
  cutLargest(usage, inputParts, inputCut)
  cutLargest(usage, outputParts, outputCut)
  return usage
}

function cutLargest(usage: Usage, parts: readonly (keyof Usage)[], tokens: number): void {
  let left = Math.max(0, tokens)
  for (const part of [...parts].sort((a, b) => usage[b] - usage[a])) {
    const cut = Math.min(left, usage[part])
    usage[part] -= cut
    left -= cut
  }
}

/** A report of two plain counts, under the names that the host gives them. Null if no tokens are reported. */
export function buildPlainReport(wire: { input: unknown; output?: unknown; total?: unknown }): ReportedUsage | null {
  const reader = new CountReader()
  const [input, output, total] = [wire.input, wire.output, wire.total].map((value) => reader.tokens(value))
  const sides = reconcileSides({ input, output, total })
  return buildReport({ ...sides, isDoubtful: reader.isDoubtful || sides.isDoubtful })
}

/** A report of a call whose output is not counted. Null if no tokens are reported. */
export function buildInputReport(...values: unknown[]): ReportedUsage | null {
  const reader = new CountReader()
  const input = reader.tokens(...values)
  return buildReport({ input, output: 0, isDoubtful: reader.isDoubtful })
}

/** A report of the characters of a text for speech, which stand in place of its tokens. Null if none are reported. */
export function buildCharacterReport(...values: unknown[]): ReportedUsage | null {
  const report = buildInputReport(...values)
  return report && { ...report, characters: report.inputText }
}

/** The report with the own counts in place of its missing sides; the same object if none is missing. */
export function fillReport(reported: ReportedUsage, own: Usage): Usage {
  const usage: Usage = { ...reported }
  if (reported.missing?.includes('input')) {
    usage.inputAudio += Math.max(0, own.inputAudio - usage.inputAudio - usage.cacheReadAudio)
    usage.inputImage += Math.max(0, own.inputImage - usage.inputImage - usage.cacheReadImage)
    usage.inputText += Math.max(0, inputTotal(own) - inputTotal(usage))
  }
  if (reported.missing?.includes('output')) {
    usage.outputAudio = Math.max(usage.outputAudio, own.outputAudio)
    usage.outputImage = Math.max(usage.outputImage, own.outputImage)
    usage.outputText += Math.max(0, outputTotal(own) - outputTotal(usage))
  }
  return usage
}

/** Longest accepted recording, in seconds: eleven days. */
const secondsMax = 1_000_000

/** A duration in seconds, as a number or as text; null when it is invalid or too long. */
export function secondsOf(value: unknown): number | null {
  const seconds =
    typeof value === 'string' && /^\s*\d{1,8}(\.\d{0,20})?(e[+-]?\d{1,3})?\s*$/i.test(value) ? Number(value) : value
  return typeof seconds === 'number' && seconds >= 0 && seconds <= secondsMax ? seconds : null
}
