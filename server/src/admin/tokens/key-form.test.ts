import { expect, test } from 'bun:test'
import { maskKey } from './key-form.ts'

test.each([
  ['', ''],
  ['abcd', '****'],
  ['abcde', 'ab****de'],
  ['abcdefgh', 'ab****gh'],
  ['abcdefghi', 'abcd**********fghi'],
  ['a'.repeat(48), `aaaa${'*'.repeat(10)}aaaa`],
])('the key %p is shown as %p', (key, masked) => {
  expect(maskKey(key)).toBe(masked)
})
