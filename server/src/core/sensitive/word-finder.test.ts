import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { fold } from './fold.ts'
import { findInAll, firstWordIn } from './search-texts.ts'
import { WordFinder } from './word-finder.ts'

const letters = ['a', 'b', 'c', '禁', '词', '😀', '\ud83d', '\u0301', '\u200d', 'e', '.'] as const
const arbitraryText = (maxLength: number, minLength = 0) =>
  fc.string({ unit: fc.constantFrom(...letters), minLength, maxLength })
const arbitraryWords = fc.array(arbitraryText(5, 1), { maxLength: 8 })

/** So many words that the finder does not use its quick test. */
const filler = Array.from({ length: 1_000 }, (_, index) => `filler ${index}`)
const createFinder = (words: readonly string[], isLarge: boolean) =>
  new WordFinder(isLarge ? [...words, ...filler] : words)

/** What the finder must find, by plain search. */
function searchPlainly(words: readonly string[], text: string) {
  const isCovered = Array.from({ length: text.length }, () => false)
  let first: string | null = null
  for (let end = 1; end <= text.length; end++) {
    const ending = words.filter((word) => word !== '' && text.slice(0, end).endsWith(word))
    const longest = ending.toSorted((a, b) => b.length - a.length)[0]
    if (!longest) continue
    first ??= longest
    isCovered.fill(true, end - longest.length, end)
  }
  let open = 0
  for (let length = 1; length <= text.length; length++)
    if (words.some((word) => word.startsWith(text.slice(-length)))) open = length
  return { first, isCovered, open }
}

function coveredIn(text: string, covered: readonly (readonly [number, number])[]): boolean[] {
  const isCovered = Array.from({ length: text.length }, () => false)
  for (const [from, to] of covered) isCovered.fill(true, from, to)
  return isCovered
}

test('finds words inside, across and over each other, and the longest of those that end first', () => {
  const finder = new WordFinder(['he', 'she', 'his', 'hers', '', 'she'])
  expect(finder.find('ushers his')).toEqual({
    first: 'she',
    covered: [
      [1, 6],
      [7, 10],
    ],
    open: 3,
  })
  expect(finder.find('nothing')).toEqual({ first: null, covered: [], open: 0 })
  expect(new WordFinder(['']).isEmpty).toBe(true)
  expect(new WordFinder([]).find('anything')).toEqual({ first: null, covered: [], open: 0 })
})

test('words are plain texts: regular expressions and names of object properties have no meaning', () => {
  const words = ['a.c', '[b', '\\d', 'constructor', '__proto__', '$&']
  for (const isLarge of [false, true]) {
    const finder = createFinder(words, isLarge)
    for (const word of words) expect(finder.find(`x ${word} y`).first).toBe(word)
    expect(finder.find('abc 5 b').first).toBeNull()
  }
})

test('finds the same as a plain search, with few words or many', () => {
  fc.assert(
    fc.property(arbitraryWords, arbitraryText(40), fc.boolean(), (words, text, isLarge) => {
      const found = createFinder(words, isLarge).find(text)
      const { first, isCovered, open } = searchPlainly(isLarge ? [...words, ...filler] : words, text)
      expect(found.first).toBe(first)
      expect(coveredIn(text, found.covered)).toEqual(isCovered)
      expect(found.open).toBe(open)
    }),
  )
})

test('a text that is not folded is excluded only without a word', () => {
  const units = ['a', 'B', 's', 'S', 'k', 'K', ' ', '.', 'ß', 'ſ', 'K', 'İ'] as const
  const text = (maxLength: number) => fc.string({ unit: fc.constantFrom(...units), maxLength })
  fc.assert(
    fc.property(fc.array(text(3), { maxLength: 4 }), text(12), (words, searched) => {
      const finder = new WordFinder(words.map(fold))
      if (finder.excludes(searched)) expect(finder.firstIn(fold(searched))).toBeNull()
    }),
  )
  const finder = new WordFinder(['secret'])
  expect([finder.excludes('A SECRET'), finder.excludes('A message')]).toEqual([false, true])
})

test('a text in pieces has the same words as the whole, for any cuts', () => {
  fc.assert(
    fc.property(
      arbitraryWords,
      fc.array(arbitraryText(8), { maxLength: 6 }),
      fc.boolean(),
      (words, pieces, isLarge) => {
        const finder = createFinder(words, isLarge)
        const text = pieces.join('')
        const covered: [number, number][] = []
        let first: string | null = null
        let place = 0
        let open = ''
        for (const piece of pieces) {
          const found = finder.find(open + piece, open.length)
          const start = place - open.length
          for (const [from, to] of found.covered) covered.push([start + from, start + to])
          first ??= found.first
          place += piece.length
          const whole = open + piece
          open = whole.slice(whole.length - found.open)
        }
        const all = finder.find(text)
        expect(first).toBe(all.first)
        expect(coveredIn(text, covered)).toEqual(coveredIn(text, all.covered))
        expect(open.length).toBe(all.open)
      },
    ),
  )
})

test('searches long texts in steps, including words across their boundaries', () => {
  const edges = [65_530, 65_535, 65_536, 65_537, 131_072]
  for (const isLarge of [false, true]) {
    const finder = createFinder(['禁止词', '止词和', 'bad'], isLarge)
    for (const before of edges) {
      const text = `${'字'.repeat(before)}禁止词和${'字'.repeat(70_000)}`
      expect(runToEnd(firstWordIn(finder, [text])).value).toBe('禁止词')
      const { value, steps } = runToEnd(findInAll(finder, [{ text, known: 0 }]))
      expect(steps).toBeGreaterThan(1)
      const places = coveredIn(text, value[0]?.covered ?? []).flatMap((isPlaceCovered, place) =>
        isPlaceCovered ? [place] : [],
      )
      expect(places).toEqual([before, before + 1, before + 2, before + 3])
      expect(value[0]).toMatchObject({ first: '禁止词', open: 0 })
    }
  }
})

test('a long text has the words of its folded form, wherever its parts end', () => {
  const word = fc.constantFrom('bad', 'ＢＡＤ', 'Bad', 'x', '禁止词', 'ba', 'd')
  const piece = fc.record({ filler: fc.constantFrom('.', 'b', '字'), units: fc.nat(3), word })
  const finder = new WordFinder(['bad', '禁止词'])
  fc.assert(
    fc.property(
      fc.array(piece, { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 65_530, max: 65_540 }),
      (pieces, length) => {
        const text = pieces.map(({ filler: unit, units, word: put }) => unit.repeat(length - units) + put).join('')
        expect(runToEnd(firstWordIn(finder, [text])).value).toBe(finder.firstIn(fold(text)))
      },
    ),
    { numRuns: 40 },
  )
})

function runToEnd<T>(steps: Generator<void, T>): { value: T; steps: number } {
  for (let count = 1; ; count++) {
    const { done, value } = steps.next()
    if (done) return { value, steps: count }
  }
}
