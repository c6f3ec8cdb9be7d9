import { setImmediate } from 'node:timers/promises'

/** Resolves in a later turn of the event loop; null = the work may go on at once. */
export type Pause = () => Promise<void> | null

/** Milliseconds of work in one turn. */
const turnMs = 5

/** The bytes of large JSON that are read or written at once: 20 ms at worst. */
export const stepMax = 32_768

/** Lets other work run when 5 ms have passed since the last time. */
export function createPause(now: () => number = () => performance.now()): Pause {
  let since = now()
  return () => {
    if (now() - since < turnMs) return null
    return setImmediate().then(() => {
      since = now()
    })
  }
}

/** The result of `steps`, between other work. Rejects with what they throw. */
export async function finishInTurns<T>(steps: Generator<void, T, void>, pause: Pause = createPause()): Promise<T> {
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done === true) return step.value
    const paused = pause()
    if (paused) await paused
  }
}
