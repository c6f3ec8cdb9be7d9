import { fold } from './fold.ts'
import type { FoundWords, WordFinder } from './word-finder.ts'

/** Units looked through before other work gets its turn: a few milliseconds. */
const sliceUnits = 65_536

/** A folded text. Its first `known` units were looked at before, and may be the beginning of a word. */
export interface Searched {
  text: string
  known: number
}

/** The first word in texts as people wrote them, null = none; in steps, so that other work can be done in between. */
export function* firstWordIn(finder: WordFinder, texts: Iterable<string>): Generator<void, string | null> {
  let since = 0
  for (const text of texts) {
    let open = ''
    for (let from = 0; from < text.length; ) {
      const to = cutBehind(text, from + sliceUnits)
      const folded = open + fold(from === 0 && to === text.length ? text : text.slice(from, to))
      const found = finder.find(folded, open.length)
      if (found.first !== null) return found.first
      open = folded.slice(folded.length - found.open)
      since += to - from
      from = to
      if (since < sliceUnits) continue
      since = 0
      yield
    }
  }
  return null
}

/** What each of the texts holds; in steps. */
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

/** A place not before a mark or within a pair, so that what is folded apart is folded alike. */
function cutBehind(text: string, at: number): number {
  let cut = at
  while (cut < text.length && /[\p{M}\uff9e\uff9f\u1160-\u11ff\udc00-\udfff]/u.test(text.charAt(cut))) cut++
  return Math.min(cut, text.length)
}
