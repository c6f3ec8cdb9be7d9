import { foldableParts } from '../../core/sensitive/fold.ts'
import type { Pause } from '../../platform/in-turns.ts'
import type { Matcher } from './matcher.ts'
import type { OnWord } from './screen.ts'
import { createScreenRun, type Piece, type ScreenRun } from './screen-run.ts'
import type { TextPlace } from './texts.ts'

/** A text of an answer at its position, and the pieces of a run that it consists of. */
export interface RunText {
  place: TextPlace
  run: ScreenRun
  pieces: Piece[]
}

/** The runs of one answer, each named by its stream key. */
export interface ScreenRuns {
  push(place: TextPlace): RunText
  /** Screens what was pushed since the last time. Returns the word that was found; null = none. */
  look(): Promise<string | null>
  /**
   * Screens these texts between other work, long ones in pieces. Adds each text to `texts` before it screens it. Calls
   * `onWord` with the first word as soon as it finds it, and screens the rest only where words are masked.
   */
  lookInSteps(
    places: Iterable<TextPlace | null>,
    texts: RunText[],
    { pause, onWord }: { pause: Pause; onWord?: OnWord },
  ): Promise<string | null>
}

/** Units of a text that are folded and searched at once: some milliseconds. */
const unitsPerStep = 16_384

export function createScreenRuns(matcher: Matcher, masks: boolean): ScreenRuns {
  const runs = new Map<string, ScreenRun>()
  let touched = new Set<ScreenRun>()

  function runOf({ streamKey }: TextPlace): ScreenRun {
    const run = runs.get(streamKey) ?? createScreenRun(masks)
    runs.set(streamKey, run)
    touched.add(run)
    return run
  }

  function push(place: TextPlace): RunText {
    const run = runOf(place)
    return { place, run, pieces: [run.push(place.text)] }
  }

  async function look(): Promise<string | null> {
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
  }

  return {
    push,
    look,
    async lookInSteps(places, texts, { pause, onWord }) {
      let first: string | null = null
      let units = 0
      /** Whether the rest need not be screened. */
      async function isOver(): Promise<boolean> {
        const word = await look()
        if (word !== null && first === null) {
          first = word
          onWord?.(word)
        }
        return first !== null && !masks
      }
      for (const place of places) {
        if (place === null) {
          await pause()
          continue
        }
        const text: RunText = { place, run: runOf(place), pieces: [] }
        texts.push(text)
        for (const part of foldableParts(place.text, unitsPerStep)) {
          touched.add(text.run)
          text.pieces.push(text.run.push(part))
          units += part.length
          if (units < unitsPerStep) continue
          units = 0
          if (await isOver()) return first
          await pause()
        }
      }
      await isOver()
      return first
    },
  }
}

export const isHit = ({ pieces }: RunText): boolean => pieces.some((piece) => piece.isHit)

/** Where the text ends in its run. */
export const endOf = ({ pieces }: RunText): number => pieces.at(-1)?.to ?? 0

/** The masked text, at its position. */
export function putBack(text: RunText): void {
  const { owner, key } = text.place
  if (isHit(text)) Reflect.set(owner, key, text.pieces.map((piece) => piece.text).join(''))
}
