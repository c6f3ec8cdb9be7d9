/** Resolves in a later turn of the event loop; null = the work may go on at once. */
export type Pause = () => Promise<void> | null

/** Works that go on in a later turn of the event loop, the first first. */
const waiting: (() => void)[] = []

/**
 * Resolves in a later turn of the event loop. Only one work goes on in each, so that many large calls at once leave as
 * much time for other work as one.
 */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve)
    if (waiting.length === 1) setImmediate(resumeFirst)
  })
}

function resumeFirst(): void {
  const resume = waiting[0]
  resume?.()
  waiting.shift()
  if (waiting.length > 0) setImmediate(resumeFirst)
}

/** Milliseconds of work in one turn. */
const turnMs = 5

/** The bytes of large JSON that are read or written at once: 20 ms at worst. */
export const stepMax = 32_768

/** Lets other work run when 5 ms have passed since the last time. */
export function createPause(now: () => number = () => performance.now()): Pause {
  let since = now()
  return () => {
    if (now() - since < turnMs) return null
    return nextTurn().then(() => {
      since = now()
    })
  }
}

/** The result of `steps` at once. */
export function finishAtOnce<T>(steps: Generator<void, T, void>): T {
  for (let step = steps.next(); ; step = steps.next()) if (step.done === true) return step.value
}

/** The result of `steps`, between other work. Rejects with what they throw. */
export async function finishInTurns<T>(steps: Generator<void, T, void>, pause: Pause = createPause()): Promise<T> {
  if (waiting.length > 0) await nextTurn()
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done === true) return step.value
    const paused = pause()
    if (paused) await paused
  }
}
