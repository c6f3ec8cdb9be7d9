import { AhoCorasick } from '@monyone/aho-corasick'

/** What a folded text holds. Places are UTF-16 units of it. */
export interface FoundWords {
  /** The longest of the words that end first; null = there is none. */
  first: string | null
  /** What words cover, in order and apart from each other: from, and the place behind. */
  covered: (readonly [from: number, to: number])[]
  /** So many of the units at its end may be the beginning of a word. */
  open: number
}

/** Up to so many units of words the engine's own alternatives beat any automaton, and compile in a millisecond. */
const hintUnitsMax = 4_096

/**
 * Finds folded words in folded text, on the automaton that the library builds. Its own search takes a text whole and
 * keeps every match of it; here the text may go on in another piece, and what is kept is bounded by its length.
 */
export class WordFinder extends AhoCorasick {
  readonly #longest: number
  /** Says of most texts that they hold none of a few words, in a tenth of the time. */
  readonly #hint: RegExp | null

  constructor(words: Iterable<string>) {
    const distinct = [...new Set(words)].filter((word) => word !== '')
    super(distinct)
    this.#longest = distinct.reduce((longest, word) => Math.max(longest, word.length), 0)
    const units = distinct.reduce((sum, word) => sum + word.length, 0)
    this.#hint =
      units <= hintUnitsMax && units > 0
        ? new RegExp(distinct.map((word) => RegExp.escape(word)).join('|'))
        : null
  }

  get isEmpty(): boolean {
    return this.#longest === 0
  }

  /** `known` units at the beginning of `text` were looked at before: words that end in them are not told again. */
  find(text: string, known = 0): FoundWords {
    if (this.#hint && !this.#hint.test(text)) {
      // No word is longer than this, so nothing before it can be the beginning of one.
      return { first: null, covered: [], open: this.#walk(text.slice(-this.#longest), ignore) }
    }
    let first: string | null = null
    const covered: [number, number][] = []
    const open = this.#walk(text, (end, word) => {
      if (end <= known) return
      first ??= word
      let from = end - word.length
      for (let last = covered.at(-1); last && last[1] >= from; last = covered.at(-1)) {
        from = Math.min(from, last[0])
        covered.pop()
      }
      covered.push([from, end])
    })
    return { first, covered, open }
  }

  /** Tells the longest word of each place where one ends, and returns how much at the end may begin one. */
  #walk(text: string, onWord: (end: number, word: string) => void): number {
    let state = this.root
    for (let at = 0; at < text.length; at++) {
      const unit = text[at] as string
      let next = state.go(unit)
      while (!next && state !== this.root) {
        state = this.failure_link.get(state) ?? this.root
        next = state.go(unit)
      }
      state = next ?? this.root
      if (state.empty()) continue
      // The whole word stands before those that it ends with.
      const [longest] = state.values()
      if (longest !== undefined) onWord(at + 1, longest)
    }
    let depth = 0
    for (let above = state.parent; above; above = above.parent) depth++
    return depth
  }
}

const ignore = () => {}
