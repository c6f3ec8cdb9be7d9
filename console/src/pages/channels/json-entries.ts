import { parseJson, parseRecord, textOf } from '@sluice/contract/read-json'

const tokenPattern = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g
const isOpening = (token: string | undefined): boolean => token === '{' || token === '['
const isClosing = (token: string | undefined): boolean => token === '}' || token === ']'
const tokensOf = (text: string): string[] => text.match(tokenPattern) ?? []

/** A name and the JSON text of its value. Values that are not edited keep their exact text. */
export type JsonEntry = readonly [name: string, value: string]

/** The tokens between the outer brackets of a valid object or list, split at the top-level commas. */
function partsOf(text: string): string[][] {
  const tokens = tokensOf(text).slice(1, -1)
  const parts: string[][] = tokens.length === 0 ? [] : [[]]
  let depth = 0
  for (const token of tokens) {
    if (isOpening(token)) depth += 1
    if (isClosing(token)) depth -= 1
    if (token === ',' && depth === 0) parts.push([])
    else parts.at(-1)?.push(token)
  }
  return parts
}

/**
 * The entries of the object in `text`; [] for an empty text, null = not an object. Unlike a JavaScript object, the list
 * keeps repeated names and the order of numeric names.
 */
export function readEntries(text: string): JsonEntry[] | null {
  if (text.trim() === '') return []
  if (parseRecord(text) === null) return null
  return partsOf(text).map(([name = '', _colon, ...value]) => [textOf(parseJson(name)), value.join('')])
}

/** The JSON texts of the values of a list; null = not a list. */
export const readItems = (text: string): string[] | null =>
  Array.isArray(parseJson(text)) ? partsOf(text).map((part) => part.join('')) : null

export const buildObject = (entries: readonly JsonEntry[]): string =>
  `{${entries.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`

export const buildList = (values: readonly string[]): string => `[${values.join(',')}]`

/** The object of these entries as indented JSON; '' if there are none. */
export const writeEntries = (entries: readonly JsonEntry[]): string =>
  entries.length === 0 ? '' : formatJson(buildObject(entries))

/** Indents JSON like `JSON.stringify`, but does not parse the values, so that large numbers keep their digits. */
export function formatJson(text: string): string {
  if (parseJson(text) === undefined) return text
  const tokens = tokensOf(text)
  let depth = 0
  const line = () => `\n${'  '.repeat(depth)}`
  const written = tokens.map((token, index) => {
    const isFirst = isOpening(tokens[index - 1])
    if (isClosing(token)) {
      depth -= 1
      return isFirst ? token : line() + token
    }
    const start = isFirst ? line() : ''
    if (isOpening(token)) depth += 1
    return start + token + (token === ',' ? line() : '') + (token === ':' ? ' ' : '')
  })
  return written.join('')
}
