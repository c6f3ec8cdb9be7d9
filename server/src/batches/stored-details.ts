import { parseStored } from '../core/json/parse-stored.ts'
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

export const fileDetails = ({ details }: Pick<StoredObjectRow, 'details'>): StoredFile =>
  parseStored<StoredFile>(details)
