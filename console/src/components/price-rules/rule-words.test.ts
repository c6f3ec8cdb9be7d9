import { expect, test } from 'bun:test'
import { ruleWordsOf } from './rule-words.ts'

test('conditions and changes become the parts of a sentence', () => {
  const words = ruleWordsOf({
    when: {
      input_over: 200_000,
      between: ['22:00', '06:00'],
      days: ['sun', 'sat', 'mon'],
      from: '2027-01-01',
    },
    set: { completion_ratio: 6, factor: 0.5 },
  })
  expect(words.when).toEqual([
    { key: 'inputOver', values: { count: '200,000' } },
    { key: 'overnight', values: { start: '22:00', end: '06:00' } },
    { key: 'days', days: ['mon', 'sat', 'sun'] },
    { key: 'from', values: { day: '2027-01-01' } },
    { key: 'timezone', values: { zone: 'UTC' } },
  ])
  expect(words.set).toEqual([
    { field: 'factor', value: '0.5' },
    { field: 'completion_ratio', value: '6' },
  ])
})

test('how a call is served is named, and a factor on every price', () => {
  const words = ruleWordsOf({ when: { tier: 'priority', geo: ['us', 'eu'] }, set: { factor: 1.1 }, stacks: true })
  expect(words).toEqual({
    when: [
      { key: 'tier', names: ['priority'] },
      { key: 'geo', names: ['us', 'eu'] },
    ],
    set: [{ field: 'factor', value: '1.1' }],
    stacks: true,
  })
})

test('a factor is shown with at most four digits', () => {
  const { set } = ruleWordsOf({
    when: { input_over: 1 },
    set: { factor: 0.245454545455, cache_ratio: 1234.5 },
  })
  expect(set.map(({ value }) => value)).toEqual(['0.2455', '1235'])
})

test('a rule on length alone has no time zone; a time before midnight is within one day', () => {
  expect(ruleWordsOf({ when: { input_over: 1, timezone: 'UTC' }, set: {} }).when).toHaveLength(1)
  expect(ruleWordsOf({ when: { between: ['01:00', '02:00'] }, set: {} }).when[0]?.key).toBe('between')
})
