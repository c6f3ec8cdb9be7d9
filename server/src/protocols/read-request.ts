import type { JsonRecord } from '@sluice/contract/read-json'
import type { Searches } from '../core/billing/reservation.ts'
import type { AskedTool } from '../core/usage/asked-tools.ts'
import type { Asked, Made } from '../core/usage/served.ts'

/** What the gateway reads of a request in any format; the bytes themselves pass unchanged. */
export interface ReadRequest {
  model: string
  isStream: boolean
  /** The client itself requested the usage frame, or the format always reports usage. */
  wantsUsage: boolean
  /** Largest output that the client allows; null = unlimited. */
  maxOutputTokens: number | null
  /** The number of requested answers. */
  n: number
  /** The parsed body, for counting. */
  body: JsonRecord
  /** The most searches that it allows; absent = none. */
  searches?: Searches
  /** Other paid tools that it allows; absent = none. */
  tools?: readonly AskedTool[]
  /** How it asks to be served; absent = in the standard way. */
  asked?: Asked
  /** What it says of the pictures that a chat may make; absent = nothing. */
  made?: Made
}
