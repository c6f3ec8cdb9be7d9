import { makeReason, type Reason } from '../error-reasons.ts'
import { autoGroup } from '../group.ts'
import { isPlain } from '../plain-text.ts'
import { expressionFault } from '../price-expression/check-expression.ts'
import { expressionMode } from '../price-expression/language.ts'
import { factorMax } from '../price-rules.ts'
import type { OptionFault } from './option.ts'

// Checks of new values, beyond whether they can be parsed. null = valid.

type Fault = OptionFault | null

const whole = (reason: Reason): OptionFault => ({ path: [], reason })

/** For each entry of a table; `reasonOf` returns the fault of its value. */
const eachEntry =
  <T>(reasonOf: (value: T) => Reason | null) =>
  (table: Readonly<Record<string, T>>): Fault => {
    for (const [name, value] of Object.entries(table)) {
      const reason = reasonOf(value)
      if (reason !== null) return { path: [name], reason }
    }
    return null
  }

export const factors = eachEntry((factor: number) =>
  factor > factorMax ? makeReason('notMore', { max: factorMax }) : null,
)

/** Channels and tokens list several groups with commas. New accounts have the group `default`. */
export function groupFactors(table: Readonly<Record<string, number>>): Fault {
  const names = Object.keys(table)
  if (names.some((name) => name.includes(','))) return whole(makeReason('nameComma'))
  return names.includes('default') ? factors(table) : whole(makeReason('groupStays'))
}

/** How a model is priced: by its expression, or by the tables and rules. */
const modes = [expressionMode, 'ratio']
export const pricingModes = eachEntry((mode: string) =>
  modes.includes(mode) ? null : makeReason('mustBeOneOf', { choices: modes.join(', ') }),
)

export const expressions = eachEntry(expressionFault)

const aboveZero = eachEntry((factor: number) => (factor === 0 ? makeReason('greater', { min: 0 }) : null))
/** A group with the factor 0 would get credit for free. */
export const topupFactors = (table: Readonly<Record<string, number>>): Fault => aboveZero(table) ?? factors(table)

export const tokenCounts = eachEntry((tokens: number) => {
  if (!Number.isInteger(tokens)) return makeReason('mustBeWhole')
  return tokens < 1 ? makeReason('notLess', { min: 1 }) : null
})

/** Each group once. `auto` represents the list itself. */
export function groupOrder(names: readonly string[]): Fault {
  if (names.includes(autoGroup)) return whole(makeReason('autoInOrder'))
  const index = names.findIndex((name, at) => names.indexOf(name) !== at)
  return index === -1 ? null : { path: [index], reason: makeReason('givenTwice') }
}

/** Whether opening the client would run code in the console's own page. */
export const isScriptAddress = (address: string): boolean =>
  /^\s*(javascript|data|vbscript|blob|file|about):/i.test(address)

/** Each client has a unique name and an address. */
export function chatClients(list: readonly Readonly<Record<string, string>>[]): Fault {
  const names = new Set<string>()
  for (const [index, entry] of list.entries())
    for (const [name, address] of Object.entries(entry)) {
      if (name.trim() === '' || address.trim() === '')
        return { path: [index, ...(name.trim() === '' ? [] : [name])], reason: makeReason('notEmpty') }
      if (isScriptAddress(address)) return { path: [index, name], reason: makeReason('mustNotRun') }
      if (names.has(name.trim())) return { path: [index, name], reason: makeReason('givenTwice') }
      names.add(name.trim())
    }
  return null
}

export const pictureAddress = (value: string): Fault =>
  value === '' || /^(https?:\/\/|\/(?!\/)|data:image\/)/i.test(value) ? null : whole(makeReason('mustBePicture'))

export const sixDecimals = (value: number): Fault =>
  Number(value.toFixed(6)) === value ? null : whole(makeReason('sixDecimals'))

export const plainName = (value: string): Fault => (isPlain(value) ? null : whole(makeReason('unseenCharacters')))
