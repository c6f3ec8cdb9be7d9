import { expect, test } from 'bun:test'
import { errorReasons, type ReasonCode, readReason } from './error-reasons.ts'

test('a reason is read back with its values and the entry it is about', () => {
  expect(readReason('must be a number')).toEqual({ code: 'mustBeNumber', values: {}, at: '' })
  expect(readReason('must not be less than 3')).toEqual({ code: 'notLess', values: { min: '3' }, at: '' })
  expect(readReason('gpt-4o: must be a number')).toEqual({ code: 'mustBeNumber', values: {}, at: 'gpt-4o' })
  expect(readReason('body: a: b.2: must not be more than 50 rules')).toEqual({
    ...{ code: 'notMoreRules', values: { max: '50' }, at: 'body: a: b.2' },
  })
  expect(readReason('fill in SMTPServer, SMTPFrom first')?.values).toEqual({ names: 'SMTPServer, SMTPFrom' })
})

test('anything else is none, so that it is shown as it came', () => {
  for (const text of [
    '',
    'It rains.',
    'must be a numberless thing',
    'constructor',
    'a: b: c',
    'the tag is missing',
  ])
    expect(readReason(text)).toBeNull()
})

test('no reason is taken for another', () => {
  for (const [code, text] of Object.entries(errorReasons) as [ReasonCode, string][]) {
    const filled = text.replace(/\{(\w+)\}/g, 'x9')
    expect(readReason(filled)?.code).toBe(code)
  }
})
