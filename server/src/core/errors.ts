import { type ErrorCode, errorCodes, errorSentence } from '@sluice/contract/error-codes'

/**
 * An error with an entry in the catalogue. `message` is the public sentence; `detail` is for the log only and
 * may name hosts or quote an upstream, never a key or a prompt.
 */
export class GatewayError extends Error {
  override readonly name = 'GatewayError'
  readonly code: ErrorCode
  readonly values: Record<string, string | number>
  readonly detail: string | undefined
  /** Seconds after which trying again makes sense. */
  readonly retryAfterSeconds: number | undefined
  /** Form field to what is wrong with it. */
  readonly fields: Record<string, string> | undefined

  constructor(
    code: ErrorCode,
    values: Record<string, string | number> = {},
    more: {
      detail?: string
      cause?: unknown
      retryAfterSeconds?: number
      fields?: Record<string, string>
    } = {},
  ) {
    super(errorSentence(code, values), { cause: more.cause })
    this.code = code
    this.values = values
    this.detail = more.detail
    this.retryAfterSeconds = more.retryAfterSeconds
    this.fields = more.fields
  }

  get status(): number {
    return errorCodes[this.code].status
  }

  get owner() {
    return errorCodes[this.code].owner
  }
}
