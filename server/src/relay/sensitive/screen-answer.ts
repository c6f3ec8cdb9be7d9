import type { AnswerScreen } from './screen.ts'
import { createScreenRun, type Piece, type ScreenRun } from './screen-run.ts'
import { answerTexts, type TextPlace } from './texts.ts'

export interface ScreenedAnswer {
  /** The first word found; null = none. */
  word: string | null
  /** The answer with its words masked, or as it came. */
  body: Uint8Array
}

/** A whole answer in its upstream's format. A body that is no JSON object is none that holds text. */
export function screenAnswer(body: Uint8Array, { automaton, stops }: AnswerScreen): ScreenedAnswer {
  const wire = JSON.parse(new TextDecoder().decode(body)) as Record<string, unknown>
  const runs = new Map<string, ScreenRun>()
  const found: { place: TextPlace; piece: Piece }[] = []
  let first: string | null = null
  for (const place of answerTexts(wire)) {
    const run = runs.get(place.lane) ?? createScreenRun(automaton, !stops)
    runs.set(place.lane, run)
    const { piece, word } = run.push(place.text)
    first ??= word
    found.push({ place, piece })
  }
  if (first === null || stops) return { word: first, body }
  for (const { place, piece } of found) putBack(place, piece)
  return { word: first, body: new TextEncoder().encode(JSON.stringify(wire)) }
}

/** The masked text, where it was found. */
export function putBack({ owner, key }: TextPlace, piece: Piece): void {
  if (piece.isHit) (owner as Record<string | number, unknown>)[key] = piece.text
}
