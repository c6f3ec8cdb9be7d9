import { expect, test } from 'bun:test'
import { acceptedLanguage } from './accepted-language.ts'

test('the browser’s preferred supported language is chosen, English by default', () => {
  expect(acceptedLanguage('zh-CN,zh;q=0.9,en;q=0.8')).toBe('zh')
  expect(acceptedLanguage('en-US,en;q=0.9,zh-CN;q=0.8')).toBe('en')
  expect(acceptedLanguage('de,zh;q=0.5,en;q=0.7')).toBe('en')
  expect(acceptedLanguage('fr;q=0.9, zh-TW;q=0.3')).toBe('zh')
  for (const header of [null, '', 'de', ';q=1', 'zh;q=x, en']) expect(acceptedLanguage(header)).toBe('en')
})
