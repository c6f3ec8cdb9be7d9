import { type FoldedText, fold, foldWithOrigin } from '../../core/sensitive/fold.ts'
import type { Searched } from '../../core/sensitive/search-texts.ts'
import type { FoundWords } from '../../core/sensitive/word-finder.ts'

/** One piece of a run of text, and the parts of it to mask. */
export interface Piece {
  text: string
  /** Position of its first folded unit in the run. */
  readonly from: number
  /** Position after its last one. */
  readonly to: number
  /** Whether a word overlaps with it. */
  isHit: boolean
}

/** A run of text that arrives in pieces, and is screened as it arrives. */
export interface ScreenRun {
  /** Adds the next piece, without screening it. */
  push(text: string): Piece
  /** The text to screen: the new pieces, after any text that may have begun a word. */
  unseen(): Searched
  /** Applies the matches in that text. They may affect earlier pieces of the run. */
  take(found: FoundWords): void
  /** Everything before this position is decided. */
  decidedTo(): number
  /** Pieces before this position are no longer needed. */
  forgetTo(place: number): void
}

interface Stretch {
  from: number
  to: number
}

interface KnownPiece extends Piece {
  /** Null = nothing is masked. */
  origin: FoldedText | null
}

/** `masks`: each character of a word is replaced by `*`, as far as its pieces are still kept. */
export function createScreenRun(masks: boolean): ScreenRun {
  let open = ''
  let added = ''
  let place = 0
  let decided = 0
  let known: KnownPiece[] = []

  return {
    push(text) {
      const origin = masks ? foldWithOrigin(text) : null
      const folded = origin?.folded ?? fold(text)
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
        if (piece.to <= start) continue
        const own = covered.filter(({ from, to }) => piece.to > from && piece.from < to)
        if (own.length === 0) continue
        piece.isHit = true
        if (piece.origin) piece.text = masked(piece, piece.origin, own)
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

/** A `*` for each covered unit, so that positions stay valid. */
function masked({ text, from, to }: Piece, { starts }: FoldedText, covered: readonly Stretch[]): string {
  const startOf = (unit: number): number => (starts ? (starts[unit] ?? text.length) : unit)
  let result = ''
  let done = 0
  for (const stretch of covered) {
    const first = startOf(Math.max(from, stretch.from) - from)
    // A character of several folded units is masked as a whole.
    let end = Math.min(to, stretch.to) - from
    while (end < to - from && startOf(end) === startOf(end - 1)) end++
    const last = startOf(end)
    if (last <= done) continue
    const begin = Math.max(done, first)
    result += text.slice(done, begin) + '*'.repeat(last - begin)
    done = last
  }
  return result + text.slice(done)
}
