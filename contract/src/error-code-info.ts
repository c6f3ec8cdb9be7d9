/** Who can act on an error. The owner decides the log level and whether another channel is tried. */
type ErrorOwner = 'caller' | 'operator' | 'upstream' | 'gateway'

export interface ErrorCodeInfo {
  /** HTTP status of the answer. */
  status: number
  owner: ErrorOwner
  /** Whether repeating the same request may succeed. */
  retryable: boolean
  /** A public English sentence; `{{name}}` is filled from the error's values. */
  message: string
}
