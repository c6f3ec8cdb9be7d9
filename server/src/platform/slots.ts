import { GatewayError } from '../core/errors.ts'

/**
 * Runs at most `atOnce` pieces of work at a time and lets `waiting` more stand in line. Throws server_overloaded when
 * the line is full.
 */
export function createSlots({ atOnce, waiting }: { atOnce: number; waiting: number }) {
  let running = 0
  const line: (() => void)[] = []
  return async function run<T>(work: () => Promise<T>): Promise<T> {
    if (running >= atOnce) {
      if (line.length >= waiting) throw new GatewayError('server_overloaded', {}, { retryAfterSeconds: 2 })
      // Woken with the slot already handed over.
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
