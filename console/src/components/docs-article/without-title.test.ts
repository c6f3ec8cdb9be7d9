import { expect, test } from 'bun:test'
import { withoutTitle } from './without-title.ts'

test.each([
  ['# Refunds\n\nWithin 14 days.', 'Within 14 days.'],
  ['\n# **refunds** #\nWithin 14 days.', 'Within 14 days.'],
  ['# Refunds', ''],
])('the title of the page is not shown twice: %j', (markdown, rest) => {
  expect(withoutTitle(markdown, 'Refunds')).toBe(rest)
})

test.each(['# Other\n\nText', '## Refunds\n\nText', 'Text\n\n# Refunds', '#Refunds', ''])('%j stays', (markdown) => {
  expect(withoutTitle(markdown, 'Refunds')).toBe(markdown)
})
