import { createOutputCounter, type OutputCounter } from './output-counter.ts'

/** Counts long texts in steps. */
export interface PatientCounter extends OutputCounter {
  /** Counts some more milliseconds of the long texts that wait; false when none waits. */
  step(): boolean
}

/** Characters for one step: 10 ms of a slow processor. */
const unitsPerStep = 262_144

export function createPatientCounter(): PatientCounter {
  const counter = createOutputCounter()
  const waiting: string[] = []
  let at = 0

  function step(): boolean {
    const [text] = waiting
    if (text === undefined) return false
    const end = Math.min(text.length, at + unitsPerStep)
    counter.add(text.slice(at, end))
    at = end
    if (end === text.length) {
      waiting.shift()
      at = 0
    }
    return waiting.length > 0
  }

  return {
    add(text) {
      if (waiting.length === 0 && text.length <= unitsPerStep) counter.add(text)
      else waiting.push(text)
    },
    step,
    tokens() {
      while (step());
      return counter.tokens()
    },
  }
}
