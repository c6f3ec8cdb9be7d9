import { expect, test } from 'bun:test'
import { fold, foldableParts, foldWithOrigin } from './fold.ts'

test('full and half width, case and composition are folded', () => {
  for (const [text, equivalent] of [
    ['ＡＢＣ１２３', 'abc123'],
    ['ﾃｽﾄｶﾞ', 'テストガ'],
    ['CAFE\u0301', 'café'],
    ['\u1112\u1161\u11ab', '한'],
    ['ΟΔΟΣ', 'οδος'],
    ['ﬁ', 'fi'],
  ] as const) {
    expect(fold(text)).toBe(fold(equivalent))
    expect(foldWithOrigin(text).folded).toBe(fold(text))
  }
})

test('long runs of combining marks are folded in linear time', () => {
  const text = `a${'\u0301\u0316'.repeat(100_000)}b`
  expect(fold(text)).toEndWith('b')
  expect(foldWithOrigin(text).folded).toEndWith('b')
})

test('the parts of a text fold like the whole', () => {
  const text = 'CAFE\u0301 😀 ﾃｽﾄｶﾞ \u1112\u1161\u11ab '
  for (let unitsMax = 1; unitsMax < text.length; unitsMax++)
    expect([...foldableParts(text, unitsMax)].map(fold).join('')).toBe(fold(text))
})

test('each folded unit has its origin', () => {
  const { folded, starts } = foldWithOrigin('a①e\u0301ﬁ😀!')
  expect(folded).toBe('a1éfi😀!')
  expect(starts && [...starts]).toEqual([0, 1, 2, 4, 4, 5, 5, 7, 8])
})
