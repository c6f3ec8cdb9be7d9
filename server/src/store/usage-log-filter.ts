/** Selects rows; absent = any. Times in milliseconds, `untilAt` excluded. */
export interface UsageLogFilter {
  userId?: number
  /** Any of these. */
  tokenIds?: readonly number[]
  type?: number
  username?: string
  tokenName?: string
  /** `%` matches any text, other characters match themselves. */
  modelName?: string
  channelId?: number
  groupName?: string
  fromAt?: number
  untilAt?: number
  requestId?: string
  /** Start of the content. */
  contentPrefix?: string
}
