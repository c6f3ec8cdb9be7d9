import type { CallPrice } from '../core/billing/price-plan.ts'
import type { Usage } from '../core/usage/usage.ts'
import type { StoredObjectRow } from '../store/stored-objects.ts'

/** Calls to one model within a batch, as they were estimated when they came. */
export interface BatchShare {
  requests: number
  inputTokens: number
  /** Sum of the output limits that the requests name. */
  outputTokens: number
  /** Answers without a limit. */
  openAnswers: number
  /** Input of the longest request. */
  longest: number
}

/** The requests of a batch: their endpoint, and shares by the model that they name. */
export interface BatchContent {
  /** Path of the calls, `/v1/chat/completions`. */
  endpoint: string
  shares: Record<string, BatchShare>
}

/** What the gateway knows of a file. */
export interface StoredFile {
  purpose: string
  /** Of a file with purpose `batch`: its requests. */
  content?: BatchContent
}

/** The price of one model of a batch, fixed when the batch was made. */
export interface BatchModel {
  upstreamModel: string
  /** Discounted. */
  price: CallPrice
  /** Estimate of the input of one request, for results that report no usage. */
  inputTokens: number
}

/** What is charged for results: one row of the usage log. */
export interface BatchCharge {
  model: string
  usage: Usage
  units: number
  isEstimated: boolean
}

/** What the gateway knows of a batch. */
export interface StoredBatch {
  /** Ref of the deposit's charge. */
  requestRef: string
  /** What was charged when the batch was made. */
  deposit: number
  username: string
  tokenId: number | null
  tokenName: string
  group: string
  groupRatio: number
  quotaPerUnit: number
  /** What prices were multiplied by. */
  discount: number
  models: Record<string, BatchModel>
  endpoint: string
  path: string
  clientAddress: string
  /** Set once the results are known; what it says is charged. */
  charges?: BatchCharge[]
}

type Details = Pick<StoredObjectRow, 'details'>

export const fileDetails = ({ details }: Details): StoredFile => JSON.parse(details) as StoredFile
export const batchDetails = ({ details }: Details): StoredBatch => JSON.parse(details) as StoredBatch
