/** Counts text that arrives in pieces. Their boundaries have no effect. Constant memory. */
export interface OutputCounter {
  add(text: string): void
  /** Whole tokens so far, rounded up. */
  tokens(): number
}

const tab = 0x09

const start = 0
const space = 1
const lineEnd = 2
const lower = 3
const upper = 4
const digit = 5
const mark = 6
const accented = 7
const alphabetic = 8
const syllabic = 9
const hangul = 10
const kana = 11
const han = 12
const wideMark = 13
const pictogram = 14
const joiner = 15
const silent = 16

/** First unit of a range → the class of the units from there to the next range. */
const ranges: readonly (readonly [from: number, kind: number])[] = [
  [0x00, mark],
  [0x09, space],
  [0x0a, lineEnd],
  [0x0b, mark],
  [0x0d, lineEnd],
  [0x0e, mark],
  [0x20, space],
  [0x21, mark],
  [0x30, digit],
  [0x3a, mark],
  [0x41, upper],
  [0x5b, mark],
  [0x61, lower],
  [0x7b, mark],
  [0xc0, accented],
  [0x0250, alphabetic], // Greek, Cyrillic, Hebrew, Arabic
  [0x0900, syllabic], // the scripts of India and South-East Asia
  [0x1100, hangul],
  [0x1200, syllabic],
  [0x2000, wideMark],
  [0x200d, joiner],
  [0x200e, wideMark],
  [0x20e3, joiner],
  [0x20e4, wideMark],
  [0x2190, pictogram],
  [0x2e80, han],
  [0x3000, wideMark],
  [0x3040, kana],
  [0x3100, han],
  [0xa000, syllabic],
  [0xac00, hangul],
  [0xd7b0, syllabic],
  [0xd800, pictogram], // the first half of a pair
  [0xdc00, silent], // its second half
  [0xe000, syllabic],
  [0xf900, han],
  [0xfb00, alphabetic],
  [0xfe00, joiner], // variation selectors
  [0xfe10, wideMark],
]

const kindOf = buildKindTable()

function buildKindTable(): Uint8Array {
  const table = new Uint8Array(65_536)
  for (const [from, kind] of ranges) table.fill(kind, from)
  return table
}

/** Thousandths of a token for each unit of a class with a constant cost. */
const flat = new Uint16Array(17)
flat[accented] = 606
flat[alphabetic] = 292
flat[syllabic] = 397
flat[hangul] = 703
flat[kana] = 683
flat[han] = 900
flat[wideMark] = 400
flat[pictogram] = 1500
flat[joiner] = 2850

/** `estimateTokens` for a stream: pure arithmetic, no allocation. */
export function createOutputCounter(): OutputCounter {
  let thousandths = 0
  let last = start
  let beforeLast = start
  let lastUnit = -1
  /** Units so far in this word or number. */
  let run = 0

  /** The state is in variables of the loop: those of the closure take three times as long. */
  const add = (text: string): void => {
    let sum = 0
    let previous = last
    let beforePrevious = beforeLast
    let previousUnit = lastUnit
    let runLength = run
    for (let index = 0; index < text.length; index++) {
      const unit = text.charCodeAt(index)
      const kind = kindOf[unit] ?? silent
      if (kind === lower && previous === lower && runLength < 6) {
        // The most common case: inside a word of up to six letters, which is free.
        runLength++
        beforePrevious = lower
        continue
      }
      if (kind === silent) {
        // The second half of a pair is free; alone it is an unreadable character.
        if (previousUnit < 0xd800 || previousUnit > 0xdbff) sum += 400
        previousUnit = unit
        continue
      }
      if (kind === lower || kind === upper) {
        if ((previous === lower && kind === lower) || previous === upper) {
          runLength++
          if (previous === upper && kind === upper) sum += 100
          if (runLength === 7) sum += 240
          else if (runLength > 7 && runLength % 4 === 3) sum += 980
        } else {
          runLength = 1
          const isLineStart = previous === start || previous === lineEnd
          sum += isLineStart || (previous === space && beforePrevious !== space) ? 990 : 1100
        }
      } else if (kind === digit) {
        runLength = previous === digit ? runLength + 1 : 1
        // Numbers are split into groups of three digits; a space before one is a separate token.
        if (runLength % 3 === 1) sum += 1190
        if (runLength === 1 && previous === space) sum += 1000
      } else if (kind === mark) {
        // Rules like `-----` are one token, `!(` and `#$%` are not.
        if (previous !== mark) sum += 800
        else sum += unit === previousUnit ? 50 : 250
      } else if (kind === space) {
        // One space belongs to the following word; more are an indentation, of which a long one is several tokens.
        if (previous === space && unit !== previousUnit) sum += 1000
        else if (previous === space) sum += beforePrevious === space ? (unit === tab ? 65 : 10) : 590
      } else if (kind === lineEnd) {
        sum += previous === lineEnd ? 125 : 230
      } else sum += flat[kind] ?? 0
      previousUnit = unit
      beforePrevious = previous
      previous = kind
    }
    thousandths += sum
    last = previous
    beforeLast = beforePrevious
    lastUnit = previousUnit
    run = runLength
  }

  return { add, tokens: () => Math.ceil(thousandths / 1000) }
}
