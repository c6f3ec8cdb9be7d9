import { believedTokensMax, believedToolCallsMax, inputTotal, noUsage, outputTotal, type Usage } from './usage.ts'

type UsageSide = 'input' | 'output'

/** The usage that an upstream reports. */
export interface ReportedUsage extends Usage {
  /** Sides without a readable count. The gateway fills in its own count. */
  readonly missing?: readonly UsageSide[]
  /** A count is unreadable, or two contradict each other: the row is marked as estimated. */
  readonly isDoubtful?: true
}

/** Reads the counts of one report, and notes whether one of them is unreadable. Some hosts write numbers as text. */
export class CountReader {
  isDoubtful = false

  /** The first positive count of tokens, else 0 if one is reported; undefined if none is readable. */
  tokens(...values: unknown[]): number | undefined {
    return this.#first(values, believedTokensMax)
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
}

/**
 * Reconciles the counts of a report. A missing side is the rest of the total. What the total has beyond both sides is
 * cached input if it is as much as that, else output: hosts omit reasoning there. A total that is too small is ignored.
 * A cache count above the input is not part of it.
 */
export function reconcileSides(reported: ReportedSides): AgreedSides {
  const { total = 0, cached = 0, reasoning = 0, beside = 0 } = reported
  const input = reported.input ?? restOf(total, reported.output)
  const output = reported.output ?? restOf(total, reported.input)
  if (input === undefined || output === undefined) return { input, output, isDoubtful: false }
  const excess = total - input - output
  const isCacheExtra = excess === cached || excess === cached + reasoning
  const isCacheApart = cached > input || (cached > 0 && isCacheExtra && excess !== reasoning)
  const extra = Math.max(0, excess - beside - (isCacheApart ? cached : 0))
  return {
    input: isCacheApart ? input + cached : input,
    output: output + extra,
    isDoubtful: (cached > input && !isCacheExtra) || (total > 0 && excess < 0) || (extra > 0 && extra !== reasoning),
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
  /** The parts of both sides other than text, and the calls of tools. */
  parts?: Partial<Usage>
  /** The part of a side that takes what the other parts leave of its count; text unless said otherwise. */
  inputPart?: 'inputText' | 'inputAudio'
  outputPart?: 'outputText' | 'outputAudio' | 'outputImage'
}

/**
 * The report as disjoint parts: each as it is reported, and the rest of a side as its text. Null if no tokens are
 * reported. Parts above the count of their side are kept, and the report is doubtful.
 */
export function buildReport(given: Parts): ReportedUsage | null {
  const { input, output, parts = {}, inputPart = 'inputText', outputPart = 'outputText' } = given
  const usage: Usage = { ...noUsage, ...parts }
  const inputRest = (input ?? 0) - inputTotal(usage)
  const outputRest = (output ?? 0) - outputTotal(usage)
  usage[inputPart] += Math.max(0, inputRest)
  usage[outputPart] += Math.max(0, outputRest)
  if (inputTotal(usage) + outputTotal(usage) === 0) return null
  const missing: UsageSide[] = []
  if (input === undefined) missing.push('input')
  if (output === undefined) missing.push('output')
  const isOver = (input !== undefined && inputRest < 0) || (output !== undefined && outputRest < 0)
  return {
    ...usage,
    ...(missing.length > 0 && { missing }),
    ...((given.isDoubtful || isOver) && { isDoubtful: true as const }),
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
