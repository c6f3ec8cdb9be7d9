import { expect, test } from 'bun:test'
import { parseReason } from './reason-text.ts'

test.each([
  [
    '3 tests in a row took longer than 5 s, the last one 7.2 s',
    { key: 'slow', values: { tests: '3', limit: '5', last: '7.2' } },
  ],
  ['the balance is used up: -1.5 USD', { key: 'balance', values: { balance: '-1.5 USD' } }],
  [
    'The call to the upstream failed: no answer within 30 seconds.',
    { key: 'noAnswer', values: { seconds: '30' } },
  ],
  [
    'The call to the upstream failed: the upstream answered 401.',
    { key: 'noMoreStatus', values: { status: '401' } },
  ],
  [
    'The call to the upstream failed: channels of this type cannot be tested with a model for rerank.',
    { key: 'wrongKind', values: { kind: 'rerank' } },
  ],
  ['a test passed', { key: 'passed', values: {} }],
  ['status 401: Incorrect API key', null],
  ['', null],
] as const)('%s', (text, reason) => {
  expect(parseReason(text)).toEqual(reason)
})
