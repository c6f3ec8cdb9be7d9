import { expect, test } from 'bun:test'
import { firstSentence } from './first-sentence.ts'

test.each([
  [
    '# Refunds\n\nWithin **14** days we [return](https://a.b) the rest. Then not.',
    'Within 14 days we return the rest.',
  ],
  ['# Refunds\nWithin 14 days.\n\nMore.', 'Within 14 days.'],
  ['```sh\ncurl x\n```\n\n![A picture](https://a.b/c.png)\n\n- One rule! And more', 'One rule!'],
  ['| a | b |\n|---|---|\n\n余额在 14 天内退还。之后不退。', '余额在 14 天内退还。'],
  ['<p align="center">x</p>\n\nVersion 1.5 of the rules', 'Version 1.5 of the rules'],
  ['', ''],
  ['# Only a title', ''],
])('of %j', (markdown, sentence) => {
  expect(firstSentence(markdown)).toBe(sentence)
})

test('a long one is cut', () => {
  expect(firstSentence('word '.repeat(100))).toHaveLength(200)
})

test('any text is read in no time', () => {
  for (const text of [
    '`'.repeat(2_000),
    '['.repeat(2_000),
    '<'.repeat(2_000),
    '*'.repeat(2_000),
    '![a]('.repeat(400),
  ]) {
    const start = performance.now()
    firstSentence(text)
    expect(performance.now() - start).toBeLessThan(2_000)
  }
})
