/**
 * Text in the form in which words are compared: full and half width alike (NFKC), without case, and without what a
 * reader does not see. Both small sigmas become one, because the lower case of a capital sigma depends on where the
 * text is cut.
 */
export function fold(text: string): string {
  if (isAscii(text)) return text.toLowerCase()
  const isPlain = !marked.test(text)
  const folded = (isPlain ? text : safe(text.replace(zeroWidth, ''))).normalize('NFKC').toLowerCase()
  // A text without marks gets some only where one character becomes several.
  const seen = isPlain && folded.length <= text.length ? folded : folded.replace(strokes, '')
  return seen.replaceAll('ς', 'σ')
}

/** Soft hyphens, joiners, directions, variation selectors and tags, which have no width. */
const zeroWidth =
  /\u034f|[\u180b-\u180f]|[\ufe00-\ufe0f]|[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e0fff}]/gu
/** Whether a text has any of them, or a combining mark. */
const marked = /[\p{M}\uff9e\uff9f\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e0fff}]/u
/**
 * Combining marks that make no letter with the one before, such as strokes. Letters with marks stay what they are: in
 * many languages they are other letters.
 */
const strokes = /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff]/g

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
const bound =
  /[\p{M}\uff9e\uff9f\u1160-\u11ff\udc00-\udfff\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/u

/**
 * Folded text, and the origin of each unit: part of the text from `starts[i]` to `starts[i + 1]`; null = each unit is
 * that of the text.
 */
export interface FoldedText {
  folded: string
  starts: Uint32Array | null
}

/** A letter with its combining marks; the parts of a Korean syllable; each with what has no width. */
const unseen = String.raw`[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e0fff}]*`
const syllable = String.raw`[\u1100-\u1112]${unseen}[\u1161-\u1175]${unseen}[\u11a8-\u11c2]?`
const cluster = new RegExp(
  String.raw`${syllable}|\P{M}${unseen}(?:[\p{M}\uff9e\uff9f]${unseen}){0,30}|(?:\p{M}${unseen}){1,30}`,
  'gsu',
)

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
