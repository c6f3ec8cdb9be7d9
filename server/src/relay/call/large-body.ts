import { createPause, finishInTurns, type Pause } from '../../platform/in-turns.ts'
import type { ClientBody, RelayCall } from './relay-call.ts'

/** Up to this size a body is read and written at once. Reading takes 35 ms at worst, for numbers with exponents. */
export const atOnceMax = 262_144

/** Whether a body is read and written between other work. */
export const isLarge = ({ length }: Uint8Array): boolean => length > atOnceMax

/** The size of a prompt that is counted; files of a form are none. */
export const promptSizeOf = ({ body }: { body: ClientBody }): number => (body.form ? 0 : body.bytes.length)

/** The result of `steps`, for a call, between other work. Rejects with the reason of a call that has ended. */
export const finishFor = <T>(call: Pick<RelayCall, 'abort'>, steps: Generator<void, T, void>): Promise<T> =>
  finishInTurns(steps, pauseOf(call))

/** Pauses of work for a call. Throws its reason once it has ended. */
export function pauseOf({ abort }: Pick<RelayCall, 'abort'>): Pause {
  const pause = createPause()
  return () => {
    if (abort.reason) throw abort.reason
    return pause()
  }
}
