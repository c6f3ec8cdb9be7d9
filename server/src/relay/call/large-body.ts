import { createPause, type Pause } from '../../platform/in-turns.ts'
import type { RelayCall } from './relay-call.ts'

/** Up to this size a body is read and written at once. Reading takes 35 ms at worst, for numbers with exponents. */
const atOnceMax = 262_144
/** The bytes of a larger one that are read or written at once: 20 ms at worst. */
export const stepMax = 32_768

/** Whether a body is read and written between other work. */
export const isLarge = ({ length }: Uint8Array): boolean => length > atOnceMax

/** Pauses of work for a call. Throws its reason once it has ended. */
export function pauseOf({ abort }: Pick<RelayCall, 'abort'>): Pause {
  const pause = createPause()
  return () => {
    if (abort.reason) throw abort.reason
    return pause()
  }
}
