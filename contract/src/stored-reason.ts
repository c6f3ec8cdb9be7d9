import type { ErrorParams } from './error-params.ts'
import { errorReasons, type Reason, type ReasonCode } from './error-reasons.ts'
import { namesIn } from './fill-text.ts'
import { entriesOf } from './typed-keys.ts'

/** Params that hold a reason; version 0 stored only the English sentence. */
const reasonNames: readonly string[] = ['reason', 'what', 'scope', 'period', 'sentence']

/**
 * Params of a stored row with its reasons as data, for rows of an earlier version, which stored only their sentences.
 * New rows always contain data.
 */
export const readStoredParams = (params: ErrorParams): ErrorParams =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'string' && reasonNames.includes(name) ? (readStoredReason(value) ?? value) : value,
    ]),
  )

/** The reason in a stored message, such as `gpt-4o: must be a number`; null for any other text. */
export function readStoredReason(text: string): Reason | null {
  for (let from = 0; from >= 0; from = nextPart(text, from)) {
    const found = readWhole(text.slice(from))
    if (found) return from === 0 ? found : { ...found, at: text.slice(0, from - 2) }
  }
  return null
}

function nextPart(text: string, from: number): number {
  const colon = text.indexOf(': ', from)
  return colon < 0 ? -1 : colon + 2
}

/** Values that are one word: otherwise any sentence with the same end would match. */
const words: readonly string[] = ['name', 'field']

/** Texts of earlier versions. */
const formerTexts: readonly [ReasonCode, string][] = [
  ['mustBeText', 'must be a text'],
  ['nameTaken', 'another entry has this name'],
  ['noSuchVendor', 'there is no such vendor'],
  ['noSuchUser', 'there is no such account'],
  ['noSuchToken', 'there is no such token'],
  ['noSuchGroup', 'there is no such group'],
  ['notJson', 'not a valid JSON string'],
  ['notRegex', 'not a valid regular expression'],
  ['notDomain', 'not a domain such as example.com'],
  ['notTimezone', 'not a known time zone'],
  ['currencyUnsupported', 'this currency is not supported'],
  ['givenTwice', 'it is given twice'],
  ['changedMeanwhile', 'another administrator changed it in the meantime'],
  ['neededBy', '{{name}} needs it; switch that off first'],
  ['onlyWayInOfRoot', 'it is the only way for the super administrator to sign in while password login is off'],
  [
    'noOtherWayIn',
    'a super administrator must have another way to sign in first: a passkey, or a bound account of an enabled provider',
  ],
  ['unseenCharacters', 'it contains invisible characters'],
  ['oneSpace', 'words must be separated by one ordinary space'],
  ['asciiOnly', 'letters, digits and signs of ASCII only'],
  ['noNul', 'texts must not contain the character U+0000'],
  ['notMultiKey', 'it has no multi_key_mode, which makes several keys one channel'],
  [
    'groupInUse',
    'it is used by {{users}} accounts, {{tokens}} tokens and {{channels}} channels; move them to another group first',
  ],
  ['addressNotValid', 'not a valid address'],
  ['notEmpty', 'fill in name and key'],
  ['notEmpty', 'fill in the key'],
  ['notEmpty', 'the name is missing'],
]
const entries: readonly [ReasonCode, string][] = [...entriesOf(errorReasons), ...formerTexts]
const plain = new Map(entries.filter(([, text]) => namesIn(text).length === 0).map(([code, text]) => [text, code]))
// Texts with more fixed words first: `must not be more than 5 rules` is not a number.
const patterns = entries
  .filter(([, text]) => namesIn(text).length > 0)
  .toSorted(([, a], [, b]) => b.length - a.length)
  .map(([code, text]) => ({ code, pattern: patternOf(text) }))

function patternOf(text: string): RegExp {
  const source = text
    .split(/\{\{(\w+)\}\}/)
    .map((part, index) => (index % 2 === 1 ? groupOf(part) : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')))
    .join('')
  return new RegExp(`^${source}$`)
}

function groupOf(name: string): string {
  return `(?<${name}>${words.includes(name) ? '[\\w.-]+' : '.+?'})`
}

function readWhole(text: string): Reason | null {
  const code = plain.get(text)
  if (code !== undefined) return { code, params: {} }
  for (const { code, pattern } of patterns) {
    const match = pattern.exec(text)
    if (match) return { code, params: { ...match.groups } }
  }
  return null
}
