import { expect, test } from 'bun:test'
import { fitBody } from './fit-body.ts'

const call = { operation: 'chat', upstreamModel: 'qwen-plus' } as const

test('top_p stays inside its range', () => {
  expect(fitBody({ top_p: 1 }, call).set).toEqual({ top_p: 0.999 })
  expect(fitBody({ top_p: 0 }, call).set).toEqual({ top_p: 0.001 })
  expect(fitBody({ top_p: 0.8 }, call).set).toEqual({})
})

test('the limit is sent under its newer name', () => {
  expect(fitBody({ max_tokens: 9 }, call)).toEqual({
    set: { max_completion_tokens: 9 },
    remove: ['max_tokens'],
    lost: [],
  })
})

test('other calls are unchanged', () => {
  expect(fitBody({ max_tokens: 9 }, { ...call, operation: 'completions' }).remove).toEqual([])
})
