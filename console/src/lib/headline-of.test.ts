import { expect, test } from 'bun:test'
import { headlineOf } from './headline-of.ts'

test('a row has the first line of its text without Markdown', () => {
  expect(headlineOf('\n## **Slow** [images](https://a.example) <b>now</b>\nmore')).toBe('Slow images now')
  expect(headlineOf('<script>alert(1)</script>\n<b onclick="alert(1) > x">Slow</b> images')).toBe('Slow images')
  expect(headlineOf('<img src=x onerror="alert(1)">Maintenance')).toBe('Maintenance')
  expect(headlineOf('_New_: `gpt_4` and snake_case_name')).toBe('New: gpt_4 and snake_case_name')
})
