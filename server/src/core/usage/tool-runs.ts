import type { ToolName } from '@sluice/contract/tool-prices'
import { believedToolCallsMax, isPlausible, type Usage } from './usage.ts'

/** Runs of an upstream's own tool, which are paid in addition to the tokens of the call. */
export interface ToolRun {
  readonly tool: ToolName
  /** Calls, sessions or pictures. */
  readonly count: number
  /** The model that the tool used, and the tokens of that model; absent = runs are only counted. */
  readonly model?: string | undefined
  readonly usage?: Usage
}

export const isPlausibleRun = ({ count, usage }: ToolRun): boolean =>
  Number.isInteger(count) && count >= 0 && count <= believedToolCallsMax && (usage === undefined || isPlausible(usage))
