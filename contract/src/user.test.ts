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
  ['an Arabic letter mark', 'u\u061clf'],
  ['a byte order mark inside', 'u\ufefflf'],
  ['a soft hyphen', 'u\u00adlf'],
  ['a word joiner', 'u\u2060lf'],
  ['a control character of C1', 'a\u0085b'],
  ['a line separator', 'a\u2028b'],
  ['a tag character', 'a\u{e0041}b'],
  ['a Hangul filler', '\u3164'],
  ['an empty Braille pattern', '\u2800'],
  ['a variation selector after a letter', 'ulf\ufe0f'],
  ['half of a surrogate pair', 'a\ud800b'],
  ['a private character', '\ue000'],
  ['five accents on a letter', `Z${'\u0301'.repeat(5)}`],
])('a name with %s is refused: two names could look alike', (_, name) => {
  expect(username.safeParse(name).success).toBe(false)
  expect(displayName.safeParse(name).success).toBe(false)
})

test.each(['a  b', 'a\u00a0b', 'a\u3000b'])(
  'the username %j is refused: it could be mistaken for another one',
  (name) => {
    expect(username.safeParse(name).success).toBe(false)
    expect(displayName.safeParse(name).success).toBe(true)
  },
)
