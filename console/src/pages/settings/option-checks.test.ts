import { expect, test } from 'bun:test'
import { pricesCard } from '@sluice/contract/options/prices'
import { optionKeys, optionOf } from '@sluice/contract/options/registry'
import { problemOf, problemsOf } from './option-checks.ts'
import { shownValue } from './option-draft.ts'

const readReason = (key: Parameters<typeof optionOf>[0], text: string) => {
  const problem = problemOf(optionOf(key), text)
  return problem === null ? null : 'text' in problem ? problem.text : problem.reason.code
}

test('a field is checked by the server’s bounds', () => {
  expect(readReason('RetryTimes', ' 20 ')).toBeNull()
  expect(readReason('RetryTimes', '21')).toBe('between')
  expect(readReason('RetryTimes', '1.5')).toBe('mustBeWhole')
  expect(readReason('ModelRequestRateLimitDurationMinutes', '525601')).toBe('between')
  expect(readReason('SystemName', 'x'.repeat(129))).toBe('notLonger')
  expect(readReason('TopupGroupRatio', '{"vip":0}')).toBe('greater')
  expect(readReason('Logo', 'javascript:alert(1)')).toBe('mustBePicture')
})

test('an empty number is missing, unless it is optional', () => {
  expect(readReason('RetryTimes', ' ')).toBe('problem.numberMissing')
  expect(readReason('SMTPPort', '')).toBeNull()
})

test('the sent value is checked, not the typed one', () => {
  // Rounded to two places it is 0.
  expect(readReason('Price', '0.004')).toBe('greater')
  expect(readReason('ServerAddress', ' https://a.example/ ')).toBeNull()
})

test('an invalid entry is named with its position', () => {
  const faq = '[{"question":"q","answer":"a"},{"question":" ","answer":"a"}]'
  expect(problemOf(optionOf('console_setting.faq'), faq)).toEqual({
    path: [1, 'question'],
    reason: { code: 'notEmpty', params: {} },
  })
  expect(problemOf(optionOf('ModelRatio'), '{"a":1,"a":2}')).toEqual({
    path: ['a'],
    reason: { code: 'givenTwice', params: {} },
  })
})

test('a default can be saved as it is shown', () => {
  for (const key of optionKeys) {
    const option = optionOf(key)
    if (option.default === null) continue
    expect(problemOf(option, shownValue(option, option.format(option.default))), key).toBeNull()
  }
})

test('a card lists the options that cannot be saved', () => {
  const problems = problemsOf(pricesCard, (key) => (key === 'ModelPrice' ? '{' : '{}'))
  expect(problems).toEqual({ ModelPrice: { path: [], reason: { code: 'notJson', params: {} } } })
})
