import { type FoldedText, foldWithOrigin } from '../../core/sensitive/fold.ts'
import type { Searched } from '../../core/sensitive/look-through.ts'
import type { FoundWords } from '../../core/sensitive/word-finder.ts'

/** One piece of a run of text, and what of it is to be masked. */
export interface Piece {
  text: string
  /** Place of its first folded unit in the run. */
  readonly from: number
  /** Place behind its last. */
  readonly to: number
  /** Whether a word reached into it. */
  isHit: boolean
}

/** A run of text that comes in pieces, looked through as it comes. */
export interface ScreenRun {
  /** The next piece. It is not looked through yet. */
  push(text: string): Piece
  /** What is to be looked through: the pieces since the last time, behind what may have begun a word. */
  unseen(): Searched
  /** What was found in that. Earlier pieces of the run may be hit by then too. */
  take(found: FoundWords): void
  /** Everything before this place is decided. */
  decidedTo(): number
  /** Pieces before this place are no longer asked for. */
  forgetTo(place: number): void
}

interface Stretch {
  from: number
  to: number
}

interface KnownPiece extends Piece {
  origin: FoldedText
}

/** `masks`: words are replaced by a `*` for each character, as far as their pieces are still known. */
export function createScreenRun(masks: boolean): ScreenRun {
  let open = ''
  let added = ''
  let place = 0
  let decided = 0
  let known: KnownPiece[] = []

  return {
    push(text) {
      const origin = foldWithOrigin(text)
      const { folded } = origin
      const piece: KnownPiece = { text, from: place, to: place + folded.length, isHit: false, origin }
      known.push(piece)
      added += folded
      place = piece.to
      return piece
    },
    unseen: () => ({ text: open + added, known: open.length }),
    take(found) {
      const text = open + added
      const start = place - text.length
      const covered = found.covered.map(([from, to]) => ({ from: start + from, to: start + to }))
      for (const piece of known) {
        const own = covered.filter(({ from, to }) => piece.to > from && piece.from < to)
        if (own.length === 0) continue
        piece.isHit = true
        if (masks) piece.text = masked(piece, own)
      }
      open = text.slice(text.length - found.open)
      added = ''
      decided = place - found.open
    },
    decidedTo: () => decided,
    forgetTo(until) {
      known = known.filter((piece) => piece.to > until)
    },
  }
}

/** A `*` for each unit that is covered, so that places stay true. */
function masked({ text, from, to, origin: { starts } }: KnownPiece, covered: readonly Stretch[]): string {
  let result = ''
  let done = 0
  for (const stretch of covered) {
    const first = starts[Math.max(from, stretch.from) - from] ?? 0
    // A character of several folded units is masked as a whole.
    let end = Math.min(to, stretch.to) - from
    while (end < to - from && starts[end] === starts[end - 1]) end++
    const last = starts[end] ?? text.length
    if (last <= done) continue
    const begin = Math.max(done, first)
    result += text.slice(done, begin) + '*'.repeat(last - begin)
    done = last
  }
  return result + text.slice(done)
}
