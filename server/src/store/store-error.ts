import { GatewayError } from '../core/errors.ts'

export type StoreFailure =
  | 'unreachable'
  | 'full'
  | 'in_use'
  | 'newer_schema'
  | 'older_schema'
  /** No server has been started with it. */
  | 'no_schema'
  /** A migration of this program has not run. */
  | 'not_migrated'
  | 'missing'
  /** It has the tables of another program. */
  | 'foreign'
  /** Of another program, or damaged. */
  | 'unusable_file'

/** The database is unavailable; the request itself is valid. `cause` is the driver's error. */
export class StoreError extends Error {
  override readonly name = 'StoreError'
  readonly failure: StoreFailure

  constructor(failure: StoreFailure, message: string, cause?: unknown) {
    super(message, { cause })
    this.failure = failure
  }
}

/** The error of an answer: a GatewayError unchanged, an unavailable database, or an internal error. */
export function gatewayErrorOf(cause: unknown): GatewayError {
  if (cause instanceof GatewayError) return cause
  if (cause instanceof StoreError) return new GatewayError('storage_unavailable', {}, { cause, retryAfterSeconds: 5 })
  return new GatewayError('internal_error', {}, { cause })
}
