import { expect, test } from 'bun:test'
import { amountNames, type ParamsOf, pickReasons } from './error-params.ts'
import english from './messages/en/errors.ts'
import { isReasonCode } from './messages/render.ts'
import { parseTemplate } from './messages/template.ts'

test('what is no known reason is omitted', () => {
  const value = { a: { code: 'of_tomorrow', params: {} }, b: null, c: 'text', d: { code: 'required', params: {} } }
  expect(pickReasons(value, isReasonCode)).toEqual({ d: { code: 'required', params: {} } })
  expect(pickReasons(null, isReasonCode)).toEqual({})
})

test('the values of a message about money are amounts in the currency of the site, never numbers', () => {
  const reasons = ['period', 'scope']
  const values = Object.values<string>(english)
    .filter((text) => /\b(amount|balance|earnings|quota|spend)\b/i.test(text))
    .flatMap((text) => parseTemplate(text).places.map(({ name }) => name))
    .filter((name) => !reasons.includes(name))
  expect([...new Set(values)].sort()).toEqual([...amountNames])
  // @ts-expect-error: raw quota
  const raw: ParamsOf<'topup_below_minimum'> = { minimum: 600 }
  expect(raw.minimum).toBeNumber()
})
