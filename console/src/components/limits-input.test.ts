import { expect, test } from 'bun:test'
import { withLimit } from './limits-input.tsx'

test('a limit of 0 is sent, an empty one is not', () => {
  expect(withLimit({ rpm: 5 }, 'tpm', 0)).toEqual({ rpm: 5, tpm: 0 })
  expect(withLimit({ rpm: 5, tpm: 0 }, 'rpm', null)).toEqual({ tpm: 0 })
  expect(withLimit({}, 'spend_day', null)).toEqual({})
})
