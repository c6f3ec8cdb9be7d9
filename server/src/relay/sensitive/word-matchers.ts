import { GatewayError } from '../../core/errors.ts'
import { createMatcher, type Matcher } from './matcher.ts'
import { createWordThread, type WordThread, type WordThreadOptions } from './word-thread.ts'

/** The operator's words, compiled for searching. */
export interface WordMatchers {
  /**
   * Null = there are no words. A promise only while a changed list is compiled, so that a saved word takes effect at
   * once. It rejects with GatewayError `word_check_failed` if compiling fails; the next call tries again.
   */
  of(words: readonly string[]): Matcher | null | Promise<Matcher | null>
  close(): void
}

export interface WordMatcherOptions {
  /** Called when a thread ends by itself. */
  onFailure: (reason: string) => void
  createThread?: (words: readonly string[], options: WordThreadOptions) => WordThread
  now?: () => number
}

/** Up to this many characters are compiled at once, in some milliseconds; more need a thread. */
const atOnceMax = 4_096
/** Pause after a failure: compiling many words costs a second of CPU. */
const pauseMs = 1_000

interface Known {
  words: readonly string[]
  matcher: Matcher | null
  /** The thread of the matcher, if it has one. */
  thread: WordThread | null
}

export function createWordMatchers(options: WordMatcherOptions): WordMatchers {
  const { onFailure, createThread = createWordThread, now = () => performance.now() } = options
  // Every change of an option makes new arrays: lists are compared by content.
  let current: Known = { words: [], matcher: null, thread: null }
  let making: { words: readonly string[]; thread: WordThread; made: Promise<Matcher | null> } | null = null
  let againAt = Number.NEGATIVE_INFINITY

  function put(next: Known): Matcher | null {
    const { thread } = current
    current = next
    if (making && making.thread !== next.thread) making.thread.close()
    making = null
    if (thread !== next.thread) thread?.replaceBy(next.matcher)
    return next.matcher
  }

  /** While a new list is compiled, the old one still serves the calls admitted with it. */
  function start(words: readonly string[]): Promise<Matcher | null> {
    if (now() < againAt) return Promise.reject(new GatewayError('word_check_failed'))
    making?.thread.close()
    const thread = createThread(words, {
      onFailure(reason) {
        againAt = now() + pauseMs
        onFailure(reason)
      },
    })
    const made = thread.ready.then(
      () => (making?.thread === thread ? put({ words, matcher: thread, thread }) : newest()),
      (error: unknown) => {
        if (making?.thread !== thread) return newest()
        making = null
        throw error
      },
    )
    making = { words, thread, made }
    return made
  }

  /** For callers whose list changed again while they waited. */
  const newest = (): Matcher | null | Promise<Matcher | null> => making?.made ?? current.matcher

  return {
    of(words) {
      const isAlive = current.thread?.isOver !== true
      if (words === current.words && isAlive) return current.matcher
      if (making && isSame(words, making.words)) return making.made
      if (isAlive && isSame(words, current.words)) return put({ ...current, words })
      return lengthOf(words) > atOnceMax ? start(words) : put({ words, matcher: createMatcher(words), thread: null })
    },
    close() {
      making?.thread.close()
      current.thread?.close()
    },
  }
}

const lengthOf = (words: readonly string[]): number => words.reduce((sum, word) => sum + word.length, 0)

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one === other || (one.length === other.length && one.every((word, index) => word === other[index]))
