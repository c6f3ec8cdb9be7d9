import { expect, test } from 'bun:test'
import { createOutputCounter } from './output-counter.ts'
import { createPatientCounter } from './patient-counter.ts'

const texts = ['a short text', 'The quick brown fox. 你好 '.repeat(40_000), ' and more', 'x'.repeat(600_000), '.']

test('long texts are counted in steps, with the result of counting at once', () => {
  const counter = createPatientCounter()
  const atOnce = createOutputCounter()
  for (const text of texts) {
    counter.add(text)
    atOnce.add(text)
  }
  let steps = 1
  while (counter.step()) steps++
  expect(steps).toBeGreaterThan(6)
  expect(counter.step()).toBe(false)
  expect(counter.tokens()).toBe(atOnce.tokens())
})

test('what waits is counted when the tokens are asked for', () => {
  const counter = createPatientCounter()
  const atOnce = createOutputCounter()
  for (const text of texts) counter.add(text)
  for (const text of texts) atOnce.add(text)
  expect(counter.tokens()).toBe(atOnce.tokens())
})
