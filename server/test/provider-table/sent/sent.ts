import type { JsonRecord } from '@sluice/contract/read-json'
import type { RequestName } from '../requests.ts'

/** What the upstream gets for a request. */
export type Sent =
  | {
      body: JsonRecord
      /** The names in the header `x-sluice-dropped`. */
      dropped?: string
    }
  /** The caller gets status 400 with this text; the upstream gets nothing. */
  | { refused: string }

export type SentBodies = Readonly<Record<RequestName, Sent>>

/** How the body for a host of OpenAI's format differs from the client's. */
export interface Change {
  set?: JsonRecord
  remove?: readonly string[]
  dropped?: string
}

/** Absent = the body passes as it is. */
export type HostChanges = Readonly<Partial<Record<RequestName, Change | { refused: string }>>>
