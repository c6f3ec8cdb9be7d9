import { GatewayError } from '../core/errors.ts'

/**
 * Runs at most `atOnce` jobs at a time and queues up to `waiting` more. Throws server_overloaded when the queue is
 * full.
 */
export function createSlots({ atOnce, waiting }: { atOnce: number; waiting: number }) {
  let running = 0
  const line: (() => void)[] = []
  return async function run<T>(work: () => Promise<T>): Promise<T> {
    if (running >= atOnce) {
      if (line.length >= waiting) throw new GatewayError('server_overloaded', {}, { retryAfterSeconds: 2 })
      // The slot is already taken over when this resolves.
      await new Promise<void>((wake) => line.push(wake))
    } else running++
    try {
      return await work()
    } finally {
      const next = line.shift()
      if (next) next()
      else running--
    }
  }
}
