import { expect, test } from 'bun:test'
import { asCharged, parseDetail } from './log-detail.ts'

test('the detail of a row is empty where it is absent or unreadable', () => {
  expect(parseDetail({ other: '{"path":"/v1/x"}' })).toEqual({ path: '/v1/x' })
  expect(parseDetail({ other: '' })).toEqual({})
  expect(parseDetail({ other: 'broken' })).toEqual({})
})

test('a corrected row counts as its whole call', () => {
  const row = { quota: 752, prompt_tokens: 1, completion_tokens: 2, detail: {} }
  expect(asCharged(row)).toBe(row)
  const correction = { charge: 850, charged: 98, prompt_tokens: 50, completion_tokens: 400 }
  expect(asCharged({ ...row, detail: { correction } })).toEqual({
    quota: 850,
    prompt_tokens: 50,
    completion_tokens: 400,
    detail: { correction },
  })
})
