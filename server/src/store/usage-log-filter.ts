/** Which rows; absent = any. Times in milliseconds, `untilAt` not included. */
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
  /** Beginning of the content. */
  contentPrefix?: string
}
