import { expect, test } from 'bun:test'
import { readTypedLimits, withLimit } from './limits-input.tsx'

test('a limit of 0 is sent, an empty one is not', () => {
  expect(withLimit({ rpm: 5 }, 'tpm', 0)).toEqual({ rpm: 5, tpm: 0 })
  expect(withLimit({ rpm: 5, tpm: 0 }, 'rpm', null)).toEqual({ tpm: 0 })
  expect(withLimit({}, 'spend_day', null)).toEqual({})
})

test('typed values are shown again, valid or not; only objects of numbers have fields', () => {
  expect(readTypedLimits({ rpm: -5, tpm: 1.5 })).toEqual({ rpm: -5, tpm: 1.5 })
  expect(readTypedLimits(JSON.parse(JSON.stringify({ rpm: Number.NaN })))).toEqual({ rpm: Number.NaN })
  for (const other of [{ rpm: '60' }, [], 'x', null]) expect(readTypedLimits(other)).toBeNull()
})
