import type { Automaton } from '../../core/sensitive/automaton.ts'
import { type FoldedText, foldWithOrigin } from '../../core/sensitive/fold.ts'

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
  /** The piece, and whether a word ends in it. Earlier pieces of the run may be hit by then too. */
  push(text: string): { piece: Piece; word: string | null }
  /** Everything before this place is decided. */
  decidedTo(): number
  /** Pieces before this place are no longer asked for. */
  forgetTo(place: number): void
}

interface KnownPiece extends Piece {
  origin: FoldedText
}

/** `masks`: words are replaced by a `*` for each character, as far as their pieces are still known. */
export function createScreenRun(automaton: Automaton, masks: boolean): ScreenRun {
  let state = 0
  let place = 0
  let known: KnownPiece[] = []

  return {
    push(text) {
      const origin = foldWithOrigin(text)
      const { folded } = origin
      const piece: KnownPiece = { text, from: place, to: place + folded.length, isHit: false, origin }
      known.push(piece)
      let word: string | null = null
      for (let at = 0; at < folded.length; at++) {
        state = automaton.next(state, folded.charCodeAt(at))
        place++
        const length = automaton.wordAt(state)
        if (length === 0) continue
        word ??= wordBefore(known, place, length)
        for (const one of known) if (one.to > place - length) hit(one, place - length, place, masks)
      }
      return { piece, word }
    },
    decidedTo: () => place - automaton.openAt(state),
    forgetTo(until) {
      known = known.filter((piece) => piece.to > until)
    },
  }
}

function hit(piece: KnownPiece, from: number, to: number, masks: boolean): void {
  piece.isHit = true
  if (!masks) return
  const { starts } = piece.origin
  const length = piece.to - piece.from
  const first = starts[Math.max(0, from - piece.from)] ?? 0
  // A character of several folded units is masked as a whole.
  let end = Math.min(length, to - piece.from)
  while (end < length && starts[end] === starts[end - 1]) end++
  const last = starts[end] ?? piece.text.length
  piece.text = piece.text.slice(0, first) + starsFor(piece.text.slice(first, last)) + piece.text.slice(last)
}

/** As long as what it stands for, so that places stay true. */
const starsFor = (text: string): string => '*'.repeat(text.length)

function wordBefore(known: readonly KnownPiece[], place: number, length: number): string {
  const all = known.map(({ origin }) => origin.folded).join('')
  const end = place - (known[0]?.from ?? 0)
  return all.slice(Math.max(0, end - length), end)
}
