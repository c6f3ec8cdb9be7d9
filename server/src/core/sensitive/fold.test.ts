import { expect, test } from 'bun:test'
import { fold, foldWithOrigin } from './fold.ts'

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

test('each folded unit has its origin', () => {
  const { folded, starts } = foldWithOrigin('a①e\u0301ﬁ😀!')
  expect(folded).toBe('a1éfi😀!')
  expect([...starts]).toEqual([0, 1, 2, 4, 4, 5, 5, 7, 8])
})
