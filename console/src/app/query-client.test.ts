import { expect, test } from 'bun:test'
import { ApiError } from '../lib/api-client.ts'
import { retryDelayOf } from './query-client.ts'

const failed = (error: unknown, data?: unknown) => retryDelayOf({ status: 'error', data, error })

test('what could not be loaded is tried again where the network or the server may come back', () => {
  expect(failed(new TypeError('fetch failed'))).toBe(5_000)
  expect(failed(new ApiError('The server cannot be reached.', 0))).toBe(5_000)
  expect(failed(new ApiError('Bad gateway', 502))).toBe(5_000)
  expect(failed(new ApiError('Not found', 404))).toBe(false)
  expect(failed(new TypeError('fetch failed'), { old: 1 })).toBe(false)
  expect(retryDelayOf({ status: 'success', data: 1, error: null })).toBe(false)
})
