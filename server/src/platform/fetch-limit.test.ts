import { expect, test } from 'bun:test'
import { callsMax, fetchesMax, raiseFetchLimit } from './fetch-limit.ts'

const raised = { BUN_CONFIG_MAX_HTTP_REQUESTS: '65535' }

test.each([
  [undefined, raised],
  ['', raised],
  ['256', raised],
  // Values that leave nothing for requests beside the calls.
  ['2000', raised],
  ['2499', raised],
  ['2500', null],
  [String(fetchesMax), null],
  // The runtime ignores these, and falls back to 256.
  ['65536', raised],
  ['many', raised],
  ['-1', raised],
])('for 2000 calls the limit %p is changed to %p', (given, change) => {
  expect(raiseFetchLimit({ BUN_CONFIG_MAX_HTTP_REQUESTS: given }, 2_000)).toEqual(change)
})

test('the raised limit is enough for every configurable number of calls', () => {
  expect(raiseFetchLimit(raised, callsMax)).toBeNull()
  expect(raiseFetchLimit({ BUN_CONFIG_MAX_HTTP_REQUESTS: '' }, 1)).toEqual(raised)
})
