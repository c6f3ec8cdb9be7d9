import type { ToolRun } from './tool-runs.ts'

/** A paid tool that a request lets the upstream use. */
export interface AskedTool {
  /** Its name in the request. */
  readonly type: string
  /** The most that it may do. */
  readonly run: ToolRun
  /** Its setting in the request that decides the price, for refusals: a model, a size of memory, a file type. */
  readonly option: string
  /** It makes what has no price at all. */
  readonly isUnpriced?: boolean
}
