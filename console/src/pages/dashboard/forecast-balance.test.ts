import { expect, test } from 'bun:test'
import { forecastBalance } from './forecast-balance.ts'

test('the forecast is how long the balance lasts at the current pace', () => {
  expect(forecastBalance({ quota: 0, pace: 10 })).toEqual({ kind: 'empty' })
  expect(forecastBalance({ quota: -5, pace: 0 })).toEqual({ kind: 'empty' })
  expect(forecastBalance({ quota: 100, pace: 0 })).toEqual({ kind: 'unused' })
  expect(forecastBalance({ quota: 100, pace: 9 })).toEqual({ kind: 'days', days: 11, isShort: false })
  expect(forecastBalance({ quota: 5, pace: 9 })).toEqual({ kind: 'days', days: 0, isShort: true })
  expect(forecastBalance({ quota: 10_000, pace: 1 })).toEqual({ kind: 'long' })
})
