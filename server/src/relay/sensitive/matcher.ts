import { fold } from '../../core/sensitive/fold.ts'
import { findInAll, firstWordIn, type Searched } from '../../core/sensitive/search-texts.ts'
import { type FoundWords, WordFinder } from '../../core/sensitive/word-finder.ts'
import { finishInTurns } from '../../platform/in-turns.ts'

/**
 * The operator's words, compiled for searching. A search in another thread or in steps returns a promise, which rejects
 * with GatewayError `word_check_failed` when it cannot be done.
 */
export interface Matcher {
  /** The first word in unfolded texts; null = none. */
  firstIn(texts: Iterable<string>): string | null | Promise<string | null>
  /** The words in each of the folded texts. */
  findIn(texts: readonly Searched[]): FoundWords[] | Promise<FoundWords[]>
}

/** For a few words: in the calling thread. Null = the list contains no word. */
export function createMatcher(words: readonly string[]): Matcher | null {
  const finder = new WordFinder(words.map(fold))
  if (finder.isEmpty) return null
  return {
    firstIn: (texts) => resultOf(firstWordIn(finder, texts)),
    findIn: (texts) => resultOf(findInAll(finder, texts)),
  }
}

/** A promise only for more than one step. */
function resultOf<T>(steps: Generator<void, T>): T | Promise<T> {
  const step = steps.next()
  return step.done === true ? step.value : finishInTurns(steps)
}
