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
    ['f\u200bor\u00adbid\ufeffden\u{e0041}', 'forbidden'],
    ['f\u0336o\u0336r\u0336', 'for'],
    ['cafe\u200b\u0301', 'café'],
    ['\u1112\u200d\u1161\u2060\u11ab', '한'],
    ['禁\ufe0f止\u2060词', '禁止词'],
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
  const text = 'CAFE\u0301 😀 ﾃｽﾄｶﾞ \u1112\u1161\u11ab \u200bİe\u200b\u0301f\u0336\u{e0041} '
  for (let unitsMax = 1; unitsMax < text.length; unitsMax++)
    expect([...foldableParts(text, unitsMax)].map(fold).join('')).toBe(fold(text))
})

test('letters with marks stay other letters', () => {
  for (const [one, other] of [
    ['й', 'и'],
    ['é', 'e'],
    ['か', 'が'],
    ['कि', 'का'],
  ] as const)
    expect(fold(one)).not.toBe(fold(other))
})

test('each folded unit has its origin', () => {
  const { folded, starts } = foldWithOrigin('a①e\u0301ﬁ😀!')
  expect(folded).toBe('a1éfi😀!')
  expect(starts && [...starts]).toEqual([0, 1, 2, 4, 4, 5, 5, 7, 8])
})
