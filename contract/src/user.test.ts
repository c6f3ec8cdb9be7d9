import { expect, test } from 'bun:test'
import { displayName, username } from './user.ts'

test.each(['ulf', 'Ulf 2', '乌尔夫', 'עברית', '😀ulf', 'I ❤️ ulf', 'Zoë', 'ที่นี่', 'नमस्ते', '<b>x</b>', '12345'])(
  '%s is a name',
  (name) => {
    expect(username.safeParse(name).data).toBe(name)
  },
)

test.each([
  ['a zero-width space', 'u\u200blf'],
  ['a direction mark', '\u202eflu'],
  ['a mark of Arabic', 'u\u061clf'],
  ['a byte order mark inside', 'u\ufefflf'],
  ['a soft hyphen', 'u\u00adlf'],
  ['a word joiner', 'u\u2060lf'],
  ['a control of C1', 'a\u0085b'],
  ['a break of lines', 'a\u2028b'],
  ['a tag', 'a\u{e0041}b'],
  ['a filler', '\u3164'],
  ['an empty pattern of dots', '\u2800'],
  ['a variation of nothing', 'ulf\ufe0f'],
  ['half a pair', 'a\ud800b'],
  ['a private character', '\ue000'],
  ['a tower of accents', `Z${'\u0301'.repeat(5)}`],
])('%s is refused in names: two would look alike', (_, name) => {
  expect(username.safeParse(name).success).toBe(false)
  expect(displayName.safeParse(name).success).toBe(false)
})

test.each(['a  b', 'a\u00a0b', 'a\u3000b'])('%j could be mistaken for another username', (name) => {
  expect(username.safeParse(name).success).toBe(false)
  expect(displayName.safeParse(name).success).toBe(true)
})
