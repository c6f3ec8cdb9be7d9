import { type ErrorCode, errorCodes } from '@sluice/contract/error-codes'
import type { ErrorParams, ParamsOf } from '@sluice/contract/error-params'
import type { Reason } from '@sluice/contract/error-reasons'
import { render } from '@sluice/contract/messages/render'

interface More {
  detail?: string | Reason
  cause?: unknown
  retryAfterSeconds?: number
  fields?: Readonly<Record<string, Reason>>
}

/** The params in the message of a code; optional when it has none. */
type Rest<Code extends ErrorCode> =
  Record<never, never> extends ParamsOf<Code>
    ? [params?: ParamsOf<Code>, more?: More]
    : [params: ParamsOf<Code>, more?: More]

/**
 * An error with an entry in the catalogue. `message` is public; `detail` is only for the log and may name hosts or
 * quote an upstream, but never contains a key or a prompt.
 */
export class GatewayError<Code extends ErrorCode = ErrorCode> extends Error {
  override readonly name = 'GatewayError'
  readonly code: Code
  /** Parameters of its message. */
  readonly params: ErrorParams
  readonly detail: string | undefined
  /** Seconds after which a retry makes sense. */
  readonly retryAfterSeconds: number | undefined
  /** Form field → why its value is invalid. */
  readonly fields: Readonly<Record<string, Reason>> | undefined

  constructor(code: Code, ...rest: Rest<Code>) {
    const [params = {}, more = {}]: readonly [ErrorParams?, More?] = rest
    super(render('en', 'errors', { code, params }), { cause: more.cause })
    this.code = code
    this.params = params
    this.detail = typeof more.detail === 'object' ? render('en', 'reasons', more.detail) : more.detail
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
