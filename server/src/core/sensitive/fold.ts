/**
 * Text as words are compared: full and half width alike (NFKC), without case. The two small sigmas are one, as which
 * of them stands for a capital depends on where it is cut.
 */
export const fold = (text: string): string => text.normalize('NFKC').toLowerCase().replaceAll('ς', 'σ')

/** Folded text, and where each unit of it came from: `starts[i]` up to `starts[i + 1]` of the text or a part of that. */
export interface FoldedText {
  folded: string
  starts: Uint32Array
}

/** A letter with the marks that compose with it; the parts of a Korean syllable. */
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
