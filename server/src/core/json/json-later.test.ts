import { expect, test } from 'bun:test'
import { jsonOfFrame, writeLater } from './json-later.ts'

function written(build: () => string[], stepMax = 20): { texts: string[]; steps: number } {
  const steps = writeLater(build, stepMax)
  for (let count = 0; ; count++) {
    const step = steps.next()
    if (step.done) return { texts: step.value.map((pieces) => Buffer.concat(pieces).toString()), steps: count }
  }
}

test('large values are written in steps, in their places', () => {
  const large = { list: Array.from({ length: 20 }, (_, at) => at), text: 'a\u0000"'.repeat(20) }
  const small = { a: '\u0000' }
  const frames = () => [
    `data: ${jsonOfFrame(large)}\n\n${jsonOfFrame(small)}${jsonOfFrame([large])}`,
    '',
    jsonOfFrame(large),
  ]
  const { texts, steps } = written(frames)
  expect(texts).toEqual(frames())
  expect(steps).toBeGreaterThan(10)
  expect(written(() => [jsonOfFrame(small), 'x'])).toEqual({ texts: [JSON.stringify(small), 'x'], steps: 0 })
})

test('a failure of the builder leaves no trace', () => {
  const fail = () => {
    jsonOfFrame({ text: 'a'.repeat(50) })
    throw new Error('failed')
  }
  expect(() => written(fail)).toThrow('failed')
  expect(jsonOfFrame({ text: 'a'.repeat(50) })).toBe(JSON.stringify({ text: 'a'.repeat(50) }))
})
