import type { AskedTool } from './asked-tools.ts'
import type { ToolRun } from './tool-runs.ts'
import { inputTotal, noUsage, outputTotal, type Usage } from './usage.ts'
import type { ReportedUsage } from './usage-report.ts'

/** The most calls of one tool for an answer. Agents that research make some hundreds. */
const callsMost = 1_000
/**
 * The most tokens of a model that a tool uses, in one run: a context of a million, or a picture of 16 million pixels at
 * the highest quality, which has 450,000.
 */
const tokensMost = 1_048_576

const searches = ['webSearchCalls', 'googleSearchCalls', 'fileSearchCalls'] as const
const none: readonly never[] = []

/** What is known of the tools of a call without its report. */
interface KnownTools {
  /** Those that the request asks for. */
  asked?: readonly AskedTool[] | undefined
  /** The own count of the prompt. */
  inputTokens: number
}

/**
 * The report without calls and tokens of tools that cannot be true. In their place are one call, and the most tokens
 * that the request allows, with the prompt. The same object where all of it is possible.
 */
export function believeTools(reported: ReportedUsage, known: KnownTools): ReportedUsage {
  const { toolRuns = none, webSearchCalls, googleSearchCalls, fileSearchCalls } = reported
  // Most answers used no tool.
  if (toolRuns.length === 0 && webSearchCalls + googleSearchCalls + fileSearchCalls <= callsMost) return reported
  const counts = searches.filter((name) => reported[name] > callsMost)
  const runs = toolRuns.map((run) => believedRun(run, known))
  const isRun = runs.some((run, index) => run !== toolRuns[index])
  if (counts.length === 0 && !isRun) return reported
  const most = [
    ...counts.map((name) => reported[name]),
    ...toolRuns.filter((run, index) => run !== runs[index]).map(sizeOf),
  ]
  return {
    ...reported,
    ...Object.fromEntries(counts.map((name) => [name, 1])),
    ...(isRun && { toolRuns: runs }),
    isDoubtful: true,
    unbelieved: { ...reported.unbelieved, tools: Math.max(...most) },
  }
}

function believedRun(run: ToolRun, { asked = none, inputTokens }: KnownTools): ToolRun {
  const own = asked.find((one) => one.run.tool === run.tool)?.run
  const count = run.count > Math.max(callsMost, own?.count ?? 0) ? 1 : run.count
  const isUsed = run.usage === undefined || isPossible(run.usage, Math.max(1, count))
  if (count === run.count && isUsed) return run
  const most = own?.usage ?? noUsage
  return { ...run, count, ...(!isUsed && { usage: { ...most, inputText: most.inputText + inputTokens } }) }
}

const isPossible = (usage: Usage, runs: number): boolean =>
  Math.max(inputTotal(usage), outputTotal(usage)) <= tokensMost * runs

/** The tokens of a run, or its calls. */
const sizeOf = ({ usage, count }: ToolRun): number => (usage ? inputTotal(usage) + outputTotal(usage) : count)
