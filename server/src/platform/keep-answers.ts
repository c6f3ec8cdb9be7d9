import type { Clock } from './clock.ts'

/**
 * Calls `read` for a key at most once in `keptMs` milliseconds: callers in between share one answer. A failure is not
 * kept. For a small number of keys, which are never forgotten.
 */
export function keepAnswers<Key, Answer>(
  read: (key: Key) => Promise<Answer>,
  { clock, keptMs }: { clock: Pick<Clock, 'monotonic'>; keptMs: number },
): (key: Key) => Promise<Answer> {
  const kept = new Map<Key, { at: number; answer: Promise<Answer> }>()
  return (key) => {
    const now = clock.monotonic()
    const known = kept.get(key)
    if (known && now - known.at < keptMs) return known.answer
    const asked = { at: now, answer: read(key) }
    kept.set(key, asked)
    asked.answer.catch(() => {
      // A newer answer stays.
      if (kept.get(key) === asked) kept.delete(key)
    })
    return asked.answer
  }
}
