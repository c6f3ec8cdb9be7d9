import { expect, test } from 'bun:test'
import { vendorMarkOf } from './vendor-mark.ts'

test('a vendor has its first letter or digit, and always the same colour', () => {
  expect(vendorMarkOf('openai')?.letter).toBe('O')
  expect(vendorMarkOf('（智谱）')?.letter).toBe('智')
  expect(vendorMarkOf('360')?.letter).toBe('3')
  expect(vendorMarkOf('OpenAI')?.colour).toBe(vendorMarkOf('openai')?.colour ?? '')
  expect(vendorMarkOf('—')).toBeNull()
})
