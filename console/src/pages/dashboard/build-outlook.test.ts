import { expect, test } from 'bun:test'
import { outlookOf } from './build-outlook.ts'

test('the outlook is how long the balance lasts at the current pace', () => {
  expect(outlookOf({ quota: 0, pace: 10 })).toEqual({ kind: 'empty' })
  expect(outlookOf({ quota: -5, pace: 0 })).toEqual({ kind: 'empty' })
  expect(outlookOf({ quota: 100, pace: 0 })).toEqual({ kind: 'unused' })
  expect(outlookOf({ quota: 100, pace: 9 })).toEqual({ kind: 'days', days: 11, isShort: false })
  expect(outlookOf({ quota: 5, pace: 9 })).toEqual({ kind: 'days', days: 0, isShort: true })
  expect(outlookOf({ quota: 10_000, pace: 1 })).toEqual({ kind: 'long' })
})
