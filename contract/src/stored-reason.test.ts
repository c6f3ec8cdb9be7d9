import { expect, test } from 'bun:test'
import { reasonIn } from './error-in-language.ts'
import { errorReasons, type Reason, type ReasonCode } from './error-reasons.ts'
import { namesIn } from './fill-text.ts'
import { readStoredParams, readStoredReason } from './stored-reason.ts'

test('a stored message is parsed into its values and its entry', () => {
  expect(readStoredReason('must be a number')).toEqual({ code: 'mustBeNumber', params: {} })
  expect(readStoredReason('must not be less than 3')).toEqual({ code: 'notLess', params: { min: '3' } })
  expect(readStoredReason('body: a: b.2: must not be more than 50 rules')).toEqual({
    code: 'notMoreRules',
    params: { max: '50' },
    at: 'body: a: b.2',
  })
})

test('other text is not a reason', () => {
  for (const text of ['', 'It rains.', 'must be a numberless thing', 'constructor', 'a: b: c'])
    expect(readStoredReason(text)).toBeNull()
})

test('no reason is mistaken for another', () => {
  for (const [code, text] of Object.entries(errorReasons) as [ReasonCode, string][]) {
    const reason: Reason = { code, params: Object.fromEntries(namesIn(text).map((name) => [name, 'x9'])) }
    expect(readStoredReason(reasonIn('en', reason))).toEqual(reason)
  }
})

test('a text of an earlier version is read as the reason that it was', () => {
  expect(readStoredReason('stop: must be a text')).toEqual({ code: 'mustBeText', params: {}, at: 'stop' })
  expect(readStoredReason('PasswordLoginEnabled needs it; switch that off first')).toEqual({
    code: 'neededBy',
    params: { name: 'PasswordLoginEnabled' },
  })
})

test('only stored params that hold reasons are parsed', () => {
  const params = { reason: 'no answer within 30 seconds', name: 'must be a number', status: 3 }
  expect(readStoredParams(params)).toEqual({
    ...params,
    reason: { code: 'upstreamSilent', params: { seconds: '30' } },
  })
})
