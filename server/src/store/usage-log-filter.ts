/** Selects rows; an absent field matches any. Times are in milliseconds, `untilAt` is exclusive. */
export interface UsageLogFilter {
  userId?: number
  /** Any of these. */
  tokenIds?: readonly number[]
  type?: number
  /** Only charged and failed calls. */
  callsOnly?: true
  username?: string
  tokenName?: string
  /** `%` matches any text, other characters match themselves. */
  modelName?: string
  channelId?: number
  groupName?: string
  fromAt?: number
  untilAt?: number
  requestId?: string
  /** The program that called. */
  client?: string
  /** The id that an upstream gave the call: letters, digits and `._:/+=-`. */
  upstreamId?: string
  /** Start of the content. */
  contentPrefix?: string
}
