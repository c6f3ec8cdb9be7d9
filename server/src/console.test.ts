import { expect, test } from 'bun:test'
import { foreignSourcesOf } from './console.ts'
import { buildOptionValues } from './state/option-values.ts'

test('forms may go to the payment gateway once it is set up', () => {
  const options = { ...buildOptionValues(new Map(), () => {}), PayAddress: 'https://pay.example/gate' }
  expect(foreignSourcesOf(options).forms).toEqual([])
  expect(foreignSourcesOf({ ...options, EpayId: '1', EpayKey: 'k' }).forms).toEqual([options.PayAddress])
})
