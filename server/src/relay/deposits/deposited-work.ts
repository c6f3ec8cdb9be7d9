import type { Unbelieved } from '@sluice/contract/usage-log'
import type { CallPrice } from '../../core/billing/price-plan.ts'
import { parseStored } from '../../core/json/parse-stored.ts'
import type { AskedTool } from '../../core/usage/asked-tools.ts'
import type { Asked, Made, Served } from '../../core/usage/served.ts'
import type { ToolRun } from '../../core/usage/tool-runs.ts'
import type { Usage } from '../../core/usage/usage.ts'
import type { StoredObjectRow } from '../../store/stored-objects.ts'

/** The price of one model of some work, fixed when the work is created. */
export interface WorkModel {
  upstreamModel: string
  /** The name that sets the price; absent = the caller's name. */
  routedModel?: string
  /** Discounted. */
  price: CallPrice
  /** How the request asks to be served; absent = in the standard way. */
  asked?: Asked
  /** Paid tools that the request allows; absent = none. */
  tools?: readonly AskedTool[]
  /** Estimated input of one request, for results without usage. */
  inputTokens: number
  /** What several requests make, by the marks of their ids, or all of them; absent = they say nothing. */
  made?: readonly { made: Made; ids: readonly string[] | null }[]
  /** Which of several requests ask for a cache of an hour: the marks of their ids; null = all; absent = none. */
  hourly?: readonly string[] | null
}

/** A charge for results: one row of the usage log. */
export interface WorkCharge {
  /** The caller's name. */
  model: string
  usage: Usage
  /** How the call was served; absent = in the standard way. */
  served?: Served | undefined
  /** Paid tools that ran, other than searches; absent = none. */
  toolRuns?: readonly ToolRun[]
  /** Names of counts in the report that no reader knows; absent = none. */
  unknown?: readonly string[] | undefined
  /** What reports say beyond what is possible, the largest of each; absent = nothing. */
  unbelieved?: Unbelieved | undefined
  units: number
  isEstimated: boolean
  /**
   * One of several requests, by which the price of their sum is found; absent = `usage` is that of one.
   */
  sample?: Usage
}

/** The gateway's data of work that an upstream does after its call, which is paid by a deposit until it ends. */
export interface DepositedWork {
  /** Ref of the deposit's charge. */
  requestRef: string
  /** The amount charged when the work was created. */
  deposit: number
  username: string
  tokenId: number | null
  tokenName: string
  group: string
  groupRatio: number
  quotaPerUnit: number
  /** The discount that the prices include. */
  discount: number
  models: Record<string, WorkModel>
  endpoint: string
  path: string
  clientAddress: string
  /** Set once the results are known; these amounts are charged. */
  charges?: WorkCharge[]
}

export const depositedWork = ({ details }: Pick<StoredObjectRow, 'details'>): DepositedWork =>
  parseStored<DepositedWork>(details)

/** The model of work on one request, or the first of several. */
export const firstModelOf = ({ models }: Pick<DepositedWork, 'models'>): string => Object.keys(models)[0] ?? ''
