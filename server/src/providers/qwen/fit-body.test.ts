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

test('models that only stream are called with a stream and its usage', () => {
  const streamed = { stream: true, stream_options: { include_usage: true } }
  for (const upstreamModel of ['qwq-plus', 'qvq-max', 'qwen3-omni-flash', 'qwen3-235b-a22b-thinking-2507'])
    expect(fitBody({ stream: false }, { ...call, upstreamModel }).set).toEqual(streamed)
  expect(fitBody({ stream: true }, { ...call, upstreamModel: 'qwq-plus' }).set).toEqual({})
  expect(fitBody({}, call).set).toEqual({})
})
