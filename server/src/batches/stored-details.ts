import type { CallPrice } from '../core/billing/price-plan.ts'
import { parseStored } from '../core/json/parse-stored.ts'
import type { Usage } from '../core/usage/usage.ts'
import type { StoredObjectRow } from '../store/stored-objects.ts'

/** The calls to one model of a batch, as estimated when it was created. */
export interface BatchShare {
  requests: number
  inputTokens: number
  /** Sum of the output limits in the requests. */
  outputTokens: number
  /** Number of requests without an output limit. */
  openAnswers: number
  /** Input of the longest request. */
  longest: number
}

/** The requests of a batch: their endpoint, and the share of each model. */
export interface BatchContent {
  /** Path of the calls, `/v1/chat/completions`. */
  endpoint: string
  shares: Record<string, BatchShare>
}

/** The gateway's data of a file. */
export interface StoredFile {
  purpose: string
  /** For a file with purpose `batch`: its requests. */
  content?: BatchContent
}

/** The price of one model of a batch, fixed when the batch is created. */
export interface BatchModel {
  upstreamModel: string
  /** Discounted. */
  price: CallPrice
  /** Estimated input of one request, for results without usage. */
  inputTokens: number
}

/** A charge for results: one row of the usage log. */
export interface BatchCharge {
  model: string
  usage: Usage
  units: number
  isEstimated: boolean
}

/** The gateway's data of a batch. */
export interface StoredBatch {
  /** Ref of the deposit's charge. */
  requestRef: string
  /** The amount charged when the batch was created. */
  deposit: number
  username: string
  tokenId: number | null
  tokenName: string
  group: string
  groupRatio: number
  quotaPerUnit: number
  /** The discount that the prices include. */
  discount: number
  models: Record<string, BatchModel>
  endpoint: string
  path: string
  clientAddress: string
  /** Set once the results are known; these amounts are charged. */
  charges?: BatchCharge[]
}

type Details = Pick<StoredObjectRow, 'details'>

export const fileDetails = ({ details }: Details): StoredFile => parseStored<StoredFile>(details)
export const batchDetails = ({ details }: Details): StoredBatch => parseStored<StoredBatch>(details)
