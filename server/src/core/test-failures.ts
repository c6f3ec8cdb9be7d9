import { GatewayError } from './errors.ts'

/** The error with which `run` refuses its input, null if it accepts it. Any other error is thrown on. */
export function readRefusal(run: () => unknown): GatewayError | null {
  try {
    run()
    return null
  } catch (error) {
    if (error instanceof GatewayError) return error
    throw error
  }
}

/** The error with which `promise` rejects, null if it is fulfilled. */
export const readFailure = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => null,
    (error: unknown) => error,
  )

/** The code of the error with which `work` rejects, null if it is fulfilled. Any other error is returned as text. */
export async function readErrorCode(work: unknown): Promise<string | null> {
  const failure = await readFailure(Promise.resolve(work))
  if (failure === null) return null
  return failure instanceof GatewayError ? failure.code : String(failure)
}
