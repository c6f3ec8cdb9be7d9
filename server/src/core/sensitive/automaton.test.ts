import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { type Automaton, buildAutomaton } from './automaton.ts'
import { fold, foldWithOrigin } from './fold.ts'

function build(words: Iterable<string>): Automaton {
  const steps = buildAutomaton(words)
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

/** Ends of the longest word at each place where one ends. */
function endsOf(automaton: Automaton, text: string): string[] {
  const found: string[] = []
  let state = 0
  for (let at = 0; at < text.length; at++) {
    state = automaton.next(state, text.charCodeAt(at))
    const length = automaton.wordAt(state)
    if (length > 0) found.push(`${at + 1}:${text.slice(at + 1 - length, at + 1)}`)
  }
  return found
}

test('words in, on and over each other are found', () => {
  const automaton = build(['he', 'she', 'his', 'hers', '', 'she'])
  expect(endsOf(automaton, 'ushers his')).toEqual(['4:she', '6:hers', '10:his'])
  expect(automaton.find('ushers', 0).end).toBe(4)
  expect(automaton.find('nothing', 0).end).toBe(-1)
  expect(build([]).find('anything', 0).end).toBe(-1)
})

test('a state goes on where a piece was cut, and knows what may become a word', () => {
  const automaton = build(['forbidden', '禁止词'])
  const first = automaton.find('it is forb', 0)
  expect(first.end).toBe(-1)
  expect(automaton.openAt(first.state)).toBe(4)
  expect(automaton.find('idden fruit', first.state).end).toBe(5)
  expect(automaton.openAt(automaton.find('forb!', 0).state)).toBe(0)
})

test('finds what a plain search finds', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '禁', '词', '😀'), maxLength: 60 })
  const words = fc.array(
    fc.string({ unit: fc.constantFrom('a', 'b', 'c', '禁', '😀'), minLength: 1, maxLength: 6 }),
  )
  fc.assert(
    fc.property(words, text, (list, sample) => {
      const automaton = build(list)
      const expected: string[] = []
      for (let end = 1; end <= sample.length; end++) {
        const here = list.filter((word) => sample.slice(0, end).endsWith(word))
        const longest = here.toSorted((a, b) => b.length - a.length)[0]
        if (longest) expected.push(`${end}:${longest}`)
      }
      expect(endsOf(automaton, sample)).toEqual(expected)
    }),
  )
})

test('full and half width, case and ways to compose are one', () => {
  for (const [one, other] of [
    ['ＡＢＣ１２３', 'abc123'],
    ['ﾃｽﾄｶﾞ', 'テストガ'],
    ['CAFE\u0301', 'café'],
    ['\u1112\u1161\u11ab', '한'],
    ['ΟΔΟΣ', 'οδος'],
    ['ﬁ', 'fi'],
  ] as const) {
    expect(fold(one)).toBe(fold(other))
    expect(foldWithOrigin(one).folded).toBe(fold(one))
  }
})

test('each folded unit knows where it came from', () => {
  const { folded, starts } = foldWithOrigin('a①e\u0301ﬁ😀!')
  expect(folded).toBe('a1éfi😀!')
  expect([...starts]).toEqual([0, 1, 2, 4, 4, 5, 5, 7, 8])
})
