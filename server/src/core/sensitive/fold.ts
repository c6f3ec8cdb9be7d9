/**
 * Text in the form in which words are compared: full and half width alike (NFKC), without case. Both small sigmas
 * become one, because the lower case of a capital sigma depends on where the text is cut.
 */
export const fold = (text: string): string => text.normalize('NFKC').toLowerCase().replaceAll('ς', 'σ')

/** Folded text, and the origin of each unit: part of the text from `starts[i]` to `starts[i + 1]`. */
export interface FoldedText {
  folded: string
  starts: Uint32Array
}

/** A letter with its combining marks; the parts of a Korean syllable. */
const cluster = /[\u1100-\u1112][\u1161-\u1175][\u11a8-\u11c2]?|\P{M}[\p{M}\uff9e\uff9f]*|\p{M}+/gsu
// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII, control characters included.
const plain = /^[\x00-\x7f]*$/

export function foldWithOrigin(text: string): FoldedText {
  if (plain.test(text)) return { folded: text.toLowerCase(), starts: identity(text.length) }
  let folded = ''
  const starts: number[] = []
  for (const { 0: part, index } of text.matchAll(cluster)) {
    const units = fold(part)
    for (let unit = 0; unit < units.length; unit++) starts.push(index)
    folded += units
  }
  return { folded, starts: Uint32Array.from([...starts, text.length]) }
}

const identity = (length: number): Uint32Array => Uint32Array.from({ length: length + 1 }, (_, at) => at)
