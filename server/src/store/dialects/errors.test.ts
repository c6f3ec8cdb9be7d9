import { expect, test } from 'bun:test'
import { StoreError } from '../store-error.ts'
import { openingFaultOf, parseStoreError } from './errors.ts'

test.each([
  ['28P01', 'login'],
  ['ER_ACCESS_DENIED_ERROR', 'login'],
  ['3D000', 'absent'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'tls'],
] as const)('a server that refuses connections by %s is unavailable, and not a fault of the gateway', (code, fault) => {
  const error = parseStoreError(Object.assign(new Error('refused for x'), { code }))
  expect(error).toBeInstanceOf(StoreError)
  expect(error).toMatchObject({ failure: 'unreachable', message: 'refused for x' })
  expect(openingFaultOf(error)).toBe(fault)
})

test('an error of a statement is unchanged', () => {
  const error = Object.assign(new Error('syntax'), { code: '42601' })
  expect(parseStoreError(error)).toBe(error)
  expect(openingFaultOf(error)).toBe(null)
})
