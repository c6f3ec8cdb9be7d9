import { errorReasons } from '@sluice/contract/error-reasons'
import { repeatedName } from '@sluice/contract/json-names'
import { priceTableKeys } from '@sluice/contract/option'
import { isPlain } from '@sluice/contract/plain-text'
import type { OptionKey } from '../../state/option-registry.ts'

/**
 * What is wrong with a value that is written now, beyond what makes it unreadable; null = nothing. What was stored
 * before, imported or by an older version, is not held to it: one odd name must not make a table of prices vanish.
 */
export function entryFault(key: OptionKey, text: string, value: unknown): string | null {
  const isJson = typeof value === 'object' && /^\s*[[{]/.test(text)
  if (isJson && hasPrototypeName(text)) return 'the name __proto__ cannot be used'
  const twice = isJson ? repeatedName(text) : null
  if (twice !== null) return `${twice}: it is given twice`
  return (isTable(value) ? nameFault(Object.keys(value)) : null) ?? checks[key]?.(value) ?? null
}

/** Readers of JSON keep it as an entry, copies of the object as its prototype: it would be saved and not be there. */
function hasPrototypeName(text: string): boolean {
  let isFound = false
  JSON.parse(text, (name, value: unknown) => {
    isFound ||= name === '__proto__'
    return value
  })
  return isFound
}

const isTable = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function nameFault(names: readonly string[]): string | null {
  if (names.some((name) => name === '' || name.trim() !== name)) return errorReasons.nameSpaces
  return names.every(isPlain) ? null : errorReasons.unseenCharacters
}

type Check = (value: unknown) => string | null

/** For each entry of a table; `fault` says what is wrong with its value. */
const eachEntry =
  (fault: (value: number) => string | null): Check =>
  (table) => {
    for (const [name, value] of Object.entries(table as Record<string, number>)) {
      const found = fault(value)
      if (found !== null) return `${name}: ${found}`
    }
    return null
  }

const factorMax = 1_000_000_000
const factors = eachEntry((factor) => (factor > factorMax ? `must not be more than ${factorMax}` : null))

/** Channels and tokens name several groups with commas between them. New accounts are of `default`. */
const groups: Check = (table) => {
  const names = Object.keys(table as object)
  if (names.some((name) => name.includes(','))) return errorReasons.nameComma
  return names.includes('default') ? factors(table) : errorReasons.groupStays
}

/** A group that pays nothing would be credited for nothing. */
const topupFactors = eachEntry((factor) => (factor === 0 ? 'must be greater than 0' : null))
const topups: Check = (table) => topupFactors(table) ?? factors(table)

const tokenLimits = eachEntry((tokens) => {
  if (!Number.isInteger(tokens)) return 'must be a whole number'
  return tokens < 1 ? 'must not be less than 1' : null
})

/** What would run in the console's own page when somebody opens the client. */
const scriptAddress = /^\s*(javascript|data|vbscript|blob|file|about):/i
const chats: Check = (list) => {
  for (const [name, template] of (list as Record<string, string>[]).flatMap((entry) => Object.entries(entry)))
    if (scriptAddress.test(template)) return `${name}: must not be an address that runs a script`
  return null
}

const picture: Check = (value) =>
  value === '' || /^(https?:\/\/|\/(?!\/)|data:image\/)/i.test(String(value))
    ? null
    : 'must be an http or https address, or a path that begins with /'

const sixDecimals: Check = (value) =>
  Number((value as number).toFixed(6)) === value ? null : 'must not have more than six decimals'

const siteName: Check = (value) => (isPlain(String(value)) ? null : errorReasons.unseenCharacters)

const checks: Partial<Record<OptionKey, Check>> = {
  SystemName: siteName,
  ...Object.fromEntries(priceTableKeys.map((key) => [key, factors])),
  GroupRatio: groups,
  TopupGroupRatio: topups,
  'claude.default_max_tokens': tokenLimits,
  Chats: chats,
  Logo: picture,
  QuotaPerUnit: sixDecimals,
}
