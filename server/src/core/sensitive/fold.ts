/**
 * Text in the form in which words are compared: full and half width alike (NFKC), without case. Both small sigmas
 * become one, because the lower case of a capital sigma depends on where the text is cut.
 */
export const fold = (text: string): string =>
  isAscii(text) ? text.toLowerCase() : safe(text).normalize('NFKC').toLowerCase().replaceAll('ς', 'σ')

/** Counted by the engine, in a twentieth of the time of a regular expression. */
export const isAscii = (text: string): boolean => Buffer.byteLength(text) === text.length

/** Combining marks in a row. No writing system has so many. */
const manyMarks = /[\p{M}\uff9e\uff9f]{31}/u
const someMarks = /[\p{M}\uff9e\uff9f]{30}/gu

/**
 * The text with a joiner in each long run of marks, because the engine sorts a run in quadratic time.
 * https://www.unicode.org/reports/tr15/#Stream_Safe_Text_Format
 */
const safe = (text: string): string => (manyMarks.test(text) ? text.replaceAll(someMarks, '$&\u034f') : text)

/** The parts of a text, of about `unitsMax` units. They fold like the whole. */
export function* foldableParts(text: string, unitsMax: number): Generator<string> {
  for (let from = 0; from < text.length; ) {
    const to = cutBehind(text, from + unitsMax)
    yield text.slice(from, to)
    from = to
  }
}

/** A position that is not before a combining mark or inside a pair, except within a long run of marks. */
function cutBehind(text: string, at: number): number {
  let cut = at
  while (cut < text.length && cut < at + marksMax && bound.test(text.charAt(cut))) cut++
  // A pair is cut in no case.
  if (/[\udc00-\udfff]/.test(text.charAt(cut))) cut++
  return Math.min(cut, text.length)
}

const marksMax = 64
const bound = /[\p{M}\uff9e\uff9f\u1160-\u11ff\udc00-\udfff]/u

/**
 * Folded text, and the origin of each unit: part of the text from `starts[i]` to `starts[i + 1]`; null = each unit is
 * that of the text.
 */
export interface FoldedText {
  folded: string
  starts: Uint32Array | null
}

/** A letter with its combining marks; the parts of a Korean syllable. */
const cluster = /[\u1100-\u1112][\u1161-\u1175][\u11a8-\u11c2]?|\P{M}[\p{M}\uff9e\uff9f]{0,30}|\p{M}{1,30}/gsu
export function foldWithOrigin(text: string): FoldedText {
  if (isAscii(text)) return { folded: text.toLowerCase(), starts: null }
  let folded = ''
  const starts: number[] = []
  for (const { 0: part, index } of text.matchAll(cluster)) {
    const units = fold(part)
    for (let unit = 0; unit < units.length; unit++) starts.push(index)
    folded += units
  }
  return { folded, starts: Uint32Array.from([...starts, text.length]) }
}
