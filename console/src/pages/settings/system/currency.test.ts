import { expect, test } from 'bun:test'
import { currencyProblem } from './currency.ts'

test('three letters, in any case, of a currency that is supported', () => {
  for (const code of ['usd', ' EUR ', 'jpy']) expect(currencyProblem(code)).toBeNull()
  for (const code of ['', 'us', 'usdt', '12a']) expect(currencyProblem(code)?.text).toBe('problem.currency')
  expect(currencyProblem('KWD')?.text).toBe('problem.currencyOdd')
})
