import { encodeInSteps } from './prepare-json.ts'
import { isLargeJson, writePiecesInSteps } from './write-json-in-steps.ts'

// Builders of streams are functions that finish at once. Where a frame holds a large value, `writeLater` writes the
// value in steps, after the builder has finished.

/** The values of the frames that are being built, in their order; null = they are written at once. */
let later: object[] | null = null
/** Values of more characters are written in steps. */
let atOnceMax = 0
/** Takes the place of a value. No JSON text contains it. */
const mark = String.fromCharCode(0)

/** The JSON text of a frame's data, or a mark in its place. A builder adds each to its frames before the next. */
export function jsonOfFrame(data: object): string {
  if (later === null || !isLargeJson(data, atOnceMax)) return JSON.stringify(data)
  later.push(data)
  return mark
}

/** The bytes of the texts that `build` returns, in pieces; yields between steps. `build` finishes at once. */
export function* writeLater(build: () => readonly string[], stepMax: number): Generator<void, Uint8Array[][], void> {
  const values: object[] = []
  const texts = withValues(values, build, stepMax)
  const written: Uint8Array[][] = []
  let index = 0
  for (const text of texts) {
    const pieces: Uint8Array[] = []
    for (const [at, between] of text.split(mark).entries()) {
      const value = at > 0 ? values[index++] : undefined
      if (value !== undefined) for (const piece of yield* writePiecesInSteps(value, stepMax)) pieces.push(piece)
      if (between !== '') pieces.push(yield* encodeInSteps(between))
    }
    written.push(pieces)
  }
  return written
}

function withValues<T>(values: object[], build: () => T, stepMax: number): T {
  later = values
  atOnceMax = stepMax
  try {
    return build()
  } finally {
    later = null
  }
}
