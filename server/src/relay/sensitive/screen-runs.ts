import type { Matcher } from './matcher.ts'
import { createScreenRun, type Piece, type ScreenRun } from './screen-run.ts'
import type { TextPlace } from './texts.ts'

/** A text of an answer at its position, and the run that it is a piece of. */
export interface RunText {
  place: TextPlace
  run: ScreenRun
  piece: Piece
}

/** The runs of one answer, each named by its stream key. */
export interface ScreenRuns {
  push(place: TextPlace): RunText
  /** Screens what was pushed since the last time. Returns the word that was found; null = none. */
  look(): Promise<string | null>
}

export function createScreenRuns(matcher: Matcher, masks: boolean): ScreenRuns {
  const runs = new Map<string, ScreenRun>()
  let touched = new Set<ScreenRun>()
  return {
    push(place) {
      const run = runs.get(place.streamKey) ?? createScreenRun(masks)
      runs.set(place.streamKey, run)
      touched.add(run)
      return { place, run, piece: run.push(place.text) }
    },
    async look() {
      if (touched.size === 0) return null
      const asked = [...touched]
      touched = new Set()
      const answer = matcher.findIn(asked.map((run) => run.unseen()))
      const found = answer instanceof Promise ? await answer : answer
      let first: string | null = null
      for (const [index, one] of found.entries()) {
        asked[index]?.take(one)
        first ??= one.first
      }
      return first
    },
  }
}

/** The masked text, at its position. */
export function putBack({ place: { owner, key }, piece }: RunText): void {
  if (piece.isHit) Reflect.set(owner, key, piece.text)
}
