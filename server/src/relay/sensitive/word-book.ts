import { setImmediate } from 'node:timers/promises'
import { type Automaton, buildAutomaton } from '../../core/sensitive/automaton.ts'
import { fold } from '../../core/sensitive/fold.ts'

/** The operator's words, made ready to be looked for. */
export interface WordBook {
  /** Null = there are none. A promise only while a changed list is made ready: with it a word counts once it is saved. */
  of(words: readonly string[]): Automaton | null | Promise<Automaton | null>
}

/** So long other work may have to wait while a list is made ready. */
const sliceMs = 4

export function createWordBook(now: () => number = () => performance.now()): WordBook {
  // Options are read anew with every change of any of them: the same words stay as they are.
  let current: { words: readonly string[]; book: Automaton | null } = { words: [], book: null }
  let making: { words: readonly string[]; made: Promise<Automaton | null> } | null = null

  /** One slice of the work. The automaton when that was the last. */
  function slice(steps: Generator<void, Automaton>): Automaton | null {
    const until = now() + sliceMs
    for (;;) {
      const { done, value } = steps.next()
      if (done) return value
      if (now() >= until) return null
    }
  }

  function put(words: readonly string[], made: Automaton): Automaton | null {
    current = { words, book: made.nodes > 1 ? made : null }
    making = null
    return current.book
  }

  async function goOn(
    words: readonly string[],
    steps: Generator<void, Automaton>,
  ): Promise<Automaton | null> {
    for (;;) {
      await setImmediate()
      const made = slice(steps)
      if (made) return put(words, made)
    }
  }

  return {
    of(words) {
      if (words === current.words) return current.book
      if (making && isSame(words, making.words)) return making.made
      if (isSame(words, current.words)) {
        current = { ...current, words }
        return current.book
      }
      const steps = buildAutomaton(folded(words))
      const made = slice(steps)
      if (made) return put(words, made)
      making = { words, made: goOn(words, steps) }
      return making.made
    },
  }
}

function* folded(words: readonly string[]): Generator<string> {
  for (const word of words) yield fold(word)
}

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one === other || (one.length === other.length && one.every((word, index) => word === other[index]))
