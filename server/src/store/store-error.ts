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
