import { fold, foldableParts } from './fold.ts'
import type { FoundWords, WordFinder } from './word-finder.ts'

/** Units searched before other work runs: a few milliseconds. */
const sliceUnits = 65_536

/** A folded text. Its first `known` units were searched before, and may be the start of a word. */
export interface Searched {
  text: string
  known: number
}

/** The first word in unfolded texts, null = none; in steps, so that other work can run in between. */
export function* firstWordIn(finder: WordFinder, texts: Iterable<string>): Generator<void, string | null> {
  let since = 0
  for (const text of texts) {
    if (text.length <= sliceUnits) {
      const first = finder.excludes(text) ? null : finder.firstIn(fold(text))
      if (first !== null) return first
      since += text.length
      if (since < sliceUnits) continue
      since = 0
      yield
      continue
    }
    let open = ''
    for (const part of foldableParts(text, sliceUnits)) {
      // Without a word of its own, a part is folded only as far as a word may reach over its ends.
      const isExcluded = finder.excludes(part)
      const folded = open + fold(isExcluded ? part.slice(0, finder.longest) : part)
      const found = finder.find(folded, open.length)
      if (found.first !== null) return found.first
      open = isExcluded ? fold(part.slice(-finder.longest)) : folded.slice(folded.length - found.open)
      since += part.length
      if (since < sliceUnits) continue
      since = 0
      yield
    }
  }
  return null
}

/** The words in each text; in steps. */
export function* findInAll(finder: WordFinder, texts: readonly Searched[]): Generator<void, FoundWords[]> {
  const all: FoundWords[] = []
  for (const one of texts) all.push(yield* findInSlices(finder, one))
  return all
}

function* findInSlices(finder: WordFinder, { text, known }: Searched): Generator<void, FoundWords> {
  if (text.length <= sliceUnits) return finder.find(text, known)
  const whole: FoundWords = { first: null, covered: [], open: known }
  for (let to = known; to < text.length; ) {
    const from = to - whole.open
    const seen = to - from
    to = Math.min(text.length, to + sliceUnits)
    const found = finder.find(text.slice(from, to), seen)
    whole.first ??= found.first
    for (const [start, end] of found.covered) whole.covered.push([from + start, from + end])
    whole.open = found.open
    yield
  }
  return whole
}
