import type { ToolRun } from './tool-runs.ts'

/** A paid tool that a request lets the upstream use. */
export interface AskedTool {
  /** Its name in the request. */
  readonly type: string
  /** The most that it may do. */
  readonly run: ToolRun
  /** The option that decides its price, for refusals. */
  readonly option: string
  /** It makes what has no price at all. */
  readonly isUnpriced?: boolean
}
