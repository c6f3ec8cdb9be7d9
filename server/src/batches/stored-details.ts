import { parseStored } from '../core/json/parse-stored.ts'
import type { Made } from '../core/usage/served.ts'
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
  /** What the requests say that they make; absent = none says anything. */
  made?: MadeByRequests[]
  /** Which requests ask for a cache of an hour: the marks of their ids; null = all; absent = none. */
  hourly?: string[] | null
}

/** Requests that make the same, as far as they say. */
export interface MadeByRequests {
  made: Made
  /** The marks of their ids; null = all requests. */
  ids: string[] | null
}

/** A request of a batch by its `custom_id`, which clients choose: short, whatever its length. */
export const markOfRequest = (customId: string): string => Bun.hash(customId).toString(36)

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
