import { errorReasons, reasonText } from '../error-reasons.ts'
import { isPlain } from '../plain-text.ts'

// What is asked of a value when it is written, beyond what makes it unreadable. null = nothing is wrong.

/** For each entry of a table; `fault` says what is wrong with its value. */
const eachEntry =
  (fault: (value: number) => string | null) =>
  (table: Readonly<Record<string, number>>): string | null => {
    for (const [name, value] of Object.entries(table)) {
      const found = fault(value)
      if (found !== null) return `${name}: ${found}`
    }
    return null
  }

const factorMax = 1_000_000_000
export const factors = eachEntry((factor) =>
  factor > factorMax ? reasonText('notMore', { max: factorMax }) : null,
)

/** Channels and tokens name several groups with commas between them. New accounts are of `default`. */
export function groupFactors(table: Readonly<Record<string, number>>): string | null {
  const names = Object.keys(table)
  if (names.some((name) => name.includes(','))) return errorReasons.nameComma
  return names.includes('default') ? factors(table) : errorReasons.groupStays
}

const aboveZero = eachEntry((factor) => (factor === 0 ? reasonText('greater', { min: 0 }) : null))
/** A group that pays nothing would be credited for nothing. */
export const topupFactors = (table: Readonly<Record<string, number>>): string | null =>
  aboveZero(table) ?? factors(table)

export const tokenCounts = eachEntry((tokens) => {
  if (!Number.isInteger(tokens)) return errorReasons.mustBeWhole
  return tokens < 1 ? reasonText('notLess', { min: 1 }) : null
})

/** What would run in the console's own page when somebody opens the client. */
const scriptAddress = /^\s*(javascript|data|vbscript|blob|file|about):/i
export function chatAddresses(list: readonly Readonly<Record<string, string>>[]): string | null {
  for (const [name, template] of list.flatMap((entry) => Object.entries(entry)))
    if (scriptAddress.test(template)) return `${name}: ${errorReasons.mustNotRun}`
  return null
}

export const pictureAddress = (value: string): string | null =>
  value === '' || /^(https?:\/\/|\/(?!\/)|data:image\/)/i.test(value) ? null : errorReasons.mustBePicture

export const sixDecimals = (value: number): string | null =>
  Number(value.toFixed(6)) === value ? null : errorReasons.sixDecimals

export const plainName = (value: string): string | null =>
  isPlain(value) ? null : errorReasons.unseenCharacters
