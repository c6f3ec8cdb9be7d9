import { expect, test } from 'bun:test'
import { isSendable, matchItems } from './match.ts'

const items = [
  { label: 'Dark theme' },
  { label: 'Usage log', words: '/log' },
  { label: 'Log out' },
  { label: '使用日志', words: '/task' },
]
const found = (text: string) => matchItems(items, text).map(({ label }) => label)

test('every word must match the label or the other words of an item; the better match comes first', () => {
  expect(found('log')).toEqual(['Log out', 'Usage log'])
  expect(found('LOG use')).toEqual([])
  expect(found('log usage')).toEqual(['Usage log'])
  expect(found('日志')).toEqual(['使用日志'])
  expect(found('/task')).toEqual(['使用日志'])
  expect(found('  ')).toHaveLength(4)
})

test('a key is never sent as a search', () => {
  expect(isSendable('sk-0123456789abcdef')).toBe(false)
  expect(isSendable('my sk-live_0123456789')).toBe(false)
  expect(isSendable('task-force 12345678')).toBe(true)
  expect(isSendable('')).toBe(false)
})
