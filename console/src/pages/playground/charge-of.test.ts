import { expect, test } from 'bun:test'
import { logType } from '@sluice/contract/roles'
import { chargeOf } from './charge-of.ts'

const charged = {
  type: logType.consume,
  request_id: 'a',
  quota: 250,
  prompt_tokens: 10,
  completion_tokens: 20,
}
const failed = { type: logType.error, request_id: 'a', quota: 0, prompt_tokens: 0, completion_tokens: 0 }

test('a broken stream shows its charge, although the error is the newer row', () => {
  expect(chargeOf([failed, charged], 'a')).toEqual({ charge: 250, promptTokens: 10, completionTokens: 20 })
})

test('a refusal is free of charge, and rows of other calls are ignored', () => {
  expect(chargeOf([failed], 'a')).toEqual({})
  expect(chargeOf([charged], 'b')).toBeNull()
  expect(chargeOf([], 'a')).toBeNull()
})
