import { makeReason, type Reason, reasonAt } from '../error-reasons.ts'
import { placeOf } from '../fault-place.ts'
import { repeatedName } from '../json-names.ts'
import { isPlain } from '../plain-text.ts'
import { isRecord } from '../read-json.ts'
import { parseOptions, reasonOfIssue } from '../reason-of-issue.ts'
import type { Option, OptionFault } from './option.ts'

export type ParsedOption = { ok: true; value: unknown } | { ok: false; fault: OptionFault }

/** Parses the text of an option. */
export function parseOption({ schema }: Pick<Option<unknown>, 'schema'>, text: string): ParsedOption {
  const parsed = schema.safeParse(text, parseOptions)
  if (parsed.success) return { ok: true, value: parsed.data }
  const issue = parsed.error.issues[0]
  const fault = issue ? { path: issue.path, reason: reasonOfIssue(issue) } : whole(makeReason('isNotValid'))
  return { ok: false, fault }
}

/**
 * Parses a new text. It is checked more strictly than a stored one, imported or of an older version: one invalid name
 * must not discard a stored table of prices.
 */
export function parseWritten(option: Option<unknown>, text: string): ParsedOption {
  const parsed = parseOption(option, text)
  const fault = parsed.ok ? writtenFault(option, text, parsed.value) : null
  return fault === null ? parsed : { ok: false, fault }
}

/** The reason, with the entry that it concerns. */
export const reasonOfFault = ({ path, reason }: OptionFault): Reason =>
  path.length === 0 ? reason : reasonAt(placeOf(path), reason)

const whole = (reason: Reason): OptionFault => ({ path: [], reason })

function writtenFault(option: Option<unknown>, text: string, value: unknown): OptionFault | null {
  // An empty list or menu is stored as an empty text.
  if (option.isJson && text.trim() !== '') {
    if (hasPrototypeName(text)) return whole(makeReason('nameReserved', { name: '__proto__' }))
    const twice = repeatedName(text)
    if (twice !== null) return { path: [twice], reason: makeReason('givenTwice') }
  }
  const odd = isRecord(value) ? nameFault(Object.keys(value)) : null
  return odd === null ? (option.check?.(value) ?? null) : whole(odd)
}

/**
 * JSON parsers keep `__proto__` as an entry, but copies of the object make it the prototype: the entry would be lost.
 */
function hasPrototypeName(text: string): boolean {
  let isFound = false
  JSON.parse(text, (name, value: unknown) => {
    isFound ||= name === '__proto__'
    return value
  })
  return isFound
}

function nameFault(names: readonly string[]): Reason | null {
  if (names.some((name) => name === '' || name.trim() !== name)) return makeReason('nameSpaces')
  return names.every(isPlain) ? null : makeReason('unseenCharacters')
}
