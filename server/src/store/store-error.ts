import { GatewayError } from '../core/errors.ts'

export type StoreFailure = 'unreachable' | 'full' | 'in_use' | 'newer_schema' | 'missing'

/** The database cannot do its work now; nothing is wrong with what was asked. `cause` is the driver's error. */
export class StoreError extends Error {
  override readonly name = 'StoreError'
  readonly failure: StoreFailure

  constructor(failure: StoreFailure, message: string, cause?: unknown) {
    super(message, { cause })
    this.failure = failure
  }
}

/** What a door answers for a failure: one of the catalogue as it is, a database that is away, or a fault of ours. */
export function gatewayErrorOf(cause: unknown): GatewayError {
  if (cause instanceof GatewayError) return cause
  if (cause instanceof StoreError)
    return new GatewayError('storage_unavailable', {}, { cause, retryAfterSeconds: 5 })
  return new GatewayError('internal_error', {}, { cause })
}
