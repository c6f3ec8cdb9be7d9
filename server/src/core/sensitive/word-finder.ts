import { AhoCorasick } from '@monyone/aho-corasick'
import { isAscii } from './fold.ts'

/** The words in a folded text. Positions are in its UTF-16 units. */
export interface FoundWords {
  /** The longest of the words that end first; null = none. */
  first: string | null
  /** Ranges that words cover, ordered and disjoint: start, and end, exclusive. */
  covered: (readonly [from: number, to: number])[]
  /** Number of units at the end that may be the start of a word. */
  open: number
}

/**
 * Up to this total length of the words, the engine's own alternatives beat any automaton and compile in a millisecond.
 */
const hintUnitsMax = 4_096

/**
 * Finds folded words in folded text with the library's automaton. The library's own search takes a whole text and keeps
 * every match; here the text may continue in another piece, and the results are bounded by its length.
 */
export class WordFinder extends AhoCorasick {
  /** Units of the longest word. */
  readonly longest: number
  /** Excludes most texts for a few words, in a tenth of the time. */
  readonly #hint: RegExp | null
  /** The same for text that is not folded. */
  readonly #anyCaseHint: RegExp | null

  constructor(words: Iterable<string>) {
    const distinct = [...new Set(words)].filter((word) => word !== '')
    super(distinct)
    this.longest = distinct.reduce((longest, word) => Math.max(longest, word.length), 0)
    const units = distinct.reduce((sum, word) => sum + word.length, 0)
    const isHinted = units <= hintUnitsMax && units > 0
    const pattern = distinct.map((word) => RegExp.escape(word)).join('|')
    this.#hint = isHinted ? new RegExp(pattern) : null
    this.#anyCaseHint = isHinted ? new RegExp(pattern, 'i') : null
  }

  get isEmpty(): boolean {
    return this.longest === 0
  }

  /** Whether a text that is not folded has no word. True for most texts in ASCII, which saves to fold them. */
  excludes(text: string): boolean {
    return this.#anyCaseHint !== null && isAscii(text) && !this.#anyCaseHint.test(text)
  }

  /** The first word of a whole text; null = none. */
  firstIn(text: string): string | null {
    return this.#hint && !this.#hint.test(text) ? null : this.find(text).first
  }

  /** The first `known` units of `text` were searched before: words that end in them are not reported again. */
  find(text: string, known = 0): FoundWords {
    if (this.#hint && !this.#hint.test(text)) {
      // No word is longer than this, so no earlier unit can be the start of one.
      return { first: null, covered: [], open: this.#walk(text.slice(-this.longest), ignore) }
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

  /** Reports the longest word at each position where one ends, and returns how many units at the end may start one. */
  #walk(text: string, onWord: (end: number, word: string) => void): number {
    let state = this.root
    for (let at = 0; at < text.length; at++) {
      const unit = text.charAt(at)
      let next = state.go(unit)
      while (!next && state !== this.root) {
        state = this.failure_link.get(state) ?? this.root
        next = state.go(unit)
      }
      state = next ?? this.root
      if (state.empty()) continue
      // The whole word comes before its own suffixes.
      const [longest] = state.values()
      if (longest !== undefined) onWord(at + 1, longest)
    }
    let depth = 0
    for (let above = state.parent; above; above = above.parent) depth++
    return depth
  }
}

const ignore = () => {}
