import { expect, test } from 'bun:test'
import { headlineOf } from './headline-of.ts'

test('a row has the first line of its text without Markdown', () => {
  expect(headlineOf('\n## **Slow** [images](https://a.example) <b>now</b>\nmore')).toBe('Slow images now')
  expect(headlineOf('_New_: `gpt_4` and snake_case_name')).toBe('New: gpt_4 and snake_case_name')
})
