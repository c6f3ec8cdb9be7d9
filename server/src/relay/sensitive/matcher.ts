import { setImmediate } from 'node:timers/promises'
import { fold } from '../../core/sensitive/fold.ts'
import { findInAll, firstWordIn, type Searched } from '../../core/sensitive/look-through.ts'
import { type FoundWords, WordFinder } from '../../core/sensitive/word-finder.ts'

/**
 * The operator's words, ready to be looked for. What is looked through elsewhere or in steps comes as a promise, which
 * rejects with GatewayError `word_check_failed` when nobody can tell.
 */
export interface Matcher {
  /** The first word in texts as people wrote them; null = none. */
  firstIn(texts: Iterable<string>): string | null | Promise<string | null>
  /** What folded texts hold, each. */
  findIn(texts: readonly Searched[]): FoundWords[] | Promise<FoundWords[]>
}

/** For a few words: on the thread that asks. Null = none of them is a word. */
export function createMatcher(words: readonly string[]): Matcher | null {
  const finder = new WordFinder(words.map(fold))
  if (finder.isEmpty) return null
  return {
    firstIn: (texts) => resultOf(firstWordIn(finder, texts)),
    findIn: (texts) => resultOf(findInAll(finder, texts)),
  }
}

/** A promise only for work of more than one step. */
function resultOf<T>(steps: Generator<void, T>): T | Promise<T> {
  const { done, value } = steps.next()
  return done ? (value as T) : goOn(steps)
}

async function goOn<T>(steps: Generator<void, T>): Promise<T> {
  for (;;) {
    await setImmediate()
    const { done, value } = steps.next()
    if (done) return value
  }
}
