import { compareDecimals } from '@sluice/contract/decimal'
import { pricedRun } from '../../core/billing/charge.ts'
import type { ModelPrice } from '../../core/billing/model-price.ts'
import { chargedParts, partWeightsOf } from '../../core/billing/part-weights.ts'
import type { CallPrice } from '../../core/billing/price-plan.ts'
import type { AskedTool } from '../../core/usage/asked-tools.ts'
import type { ToolRun } from '../../core/usage/tool-runs.ts'
import type { ReportedUsage } from '../../core/usage/usage-report.ts'
import type { OptionValues } from '../../state/option-registry.ts'
import type { Caller } from '../call/caller.ts'
import type { RelayCall } from '../call/relay-call.ts'
import { isOfSums, priceOf, priceOfSums } from './price-of.ts'

/** The price of a call with those of the models that its tools use; the same object where all are in it already. */
export function withToolModels(
  call: Pick<RelayCall, 'startedAt'>,
  caller: Caller,
  price: CallPrice,
  runs: readonly ToolRun[],
  options: OptionValues,
): CallPrice {
  const known = price.toolModels ?? {}
  const models = new Set(runs.flatMap(({ model }) => model ?? []).filter((model) => !Object.hasOwn(known, model)))
  const found = [...models].flatMap((model) => {
    const own = priceOf(call, caller, model, options)
    // An expression that reads a request has no price for what a tool does.
    return own && isOfSums(own) ? [[model, priceOfSums(own, call.startedAt, model)] as const] : []
  })
  return found.length === 0 ? price : { ...price, toolModels: { ...known, ...Object.fromEntries(found) } }
}

/** The tools without a price in `price`, and the models that may answer in place of the called one and are dearer. */
export const unpricedTools = (price: CallPrice, tools: readonly AskedTool[]): AskedTool[] =>
  tools.filter((tool) => {
    const { run, isUnpriced, isFree, isInPlace } = tool
    if (isFree === true || price.toolPrices[run.tool] !== undefined) return false
    if (isUnpriced === true) return true
    const priced = pricedRun(run, price)
    return priced === null || (isInPlace === true && !isAtMost(priced.price, price.base))
  })

/** Whether no token costs more than at `limit`. */
function isAtMost(price: ModelPrice, limit: ModelPrice): boolean {
  if (price.kind !== 'ratio' || limit.kind !== 'ratio') return false
  const [own, most] = [partWeightsOf(price), partWeightsOf(limit)]
  return chargedParts.every(
    (part) =>
      compareDecimals(
        { digits: own.digits[part], scale: own.scale },
        { digits: most.digits[part], scale: most.scale },
      ) <= 0,
  )
}

/** A report with the runs that the request asked for; the same object where neither it nor the request has tools. */
export function withAskedTools(reported: ReportedUsage, tools: readonly AskedTool[]): ReportedUsage {
  if (reported.toolRuns === undefined && tools.length === 0) return reported
  const toolRuns = asAsked(reported, tools)
  if (toolRuns.length > 0) return { ...reported, toolRuns }
  const { toolRuns: none, ...others } = reported
  return others
}

/**
 * The runs of an answer as the request asked for them, where the answer does not say: the model of a tool, the memory
 * of a container where it names only the default one, runs that another tool makes free, and those that no answer
 * counts.
 */
function asAsked(reported: Pick<ReportedUsage, 'toolRuns' | 'webSearchCalls'>, tools: readonly AskedTool[]) {
  const { toolRuns = [] } = reported
  const asked = tools.map(({ run }) => run)
  const containers = asked.filter(({ tool }) => isContainer(tool)).map(({ tool }) => tool)
  const [largest] = containers.includes(defaultContainer) ? [] : containers
  const charged = toolRuns.filter(({ tool }) => !tools.some(({ run, isFree }) => isFree === true && run.tool === tool))
  const runs = charged.map((run) => {
    if (run.usage && run.model === undefined)
      return { ...run, model: asked.find(({ tool }) => tool === run.tool)?.model }
    return run.tool === defaultContainer && largest ? { ...run, tool: largest } : run
  })
  return [...runs, ...certainRuns(reported, tools)]
}

/** Runs that come with each answer, unless it counts them: searches in place of the results of one, too. */
export const certainRuns = (
  { toolRuns = [], webSearchCalls }: Pick<ReportedUsage, 'toolRuns' | 'webSearchCalls'>,
  tools: readonly AskedTool[],
): ToolRun[] =>
  tools
    .filter(({ isCertain, run }) => isCertain === true && !toolRuns.some(({ tool }) => tool === run.tool))
    .map(({ run }) => run)
    .filter(({ tool }) => (tool !== 'search_results' && tool !== 'web_search') || webSearchCalls === 0)

const defaultContainer = 'container_1g'
const isContainer = (tool: string): boolean => tool.startsWith('container_')
