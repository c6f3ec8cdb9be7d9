import { expect, test } from 'bun:test'
import { tryExpression } from './try-expression.ts'

test('a trial has the dollars and the tier of one call', () => {
  const call = { input: 800, cached: 200, output: 100 }
  expect(tryExpression('p*2.5 + cr*0.25 + c*15', call, 0)).toEqual({ dollars: '0.00355', tier: null })
  expect(tryExpression('tier("all", p * 1)', call, 0)).toEqual({ dollars: '0.001', tier: 'all' })
  expect(tryExpression('p * param("n")', call, 0)).toBeNull()
  expect(tryExpression('p *', call, 0)).toBeNull()
  expect(tryExpression('0 - p', call, 0)).toBeNull()
})
