import { expect, test } from 'bun:test'
import { fitBody } from './fit-body.ts'

const call = { operation: 'chat', upstreamModel: 'deepseek-v4-pro' } as const

test('a thinking model, which is the default, gets no sampling, and the client is notified', () => {
  expect(fitBody({ temperature: 0.2, top_p: 0.9, logprobs: true, max_tokens: 5 }, call).lost).toEqual([
    'temperature',
    'top_p',
    'logprobs',
  ])
  expect(fitBody({ temperature: 0.2, thinking: { type: 'enabled' } }, call).lost).toEqual(['temperature'])
})

test('without thinking, sampling passes', () => {
  expect(fitBody({ temperature: 0.2, thinking: { type: 'disabled' } }, call)).toEqual({
    set: {},
    remove: [],
    lost: [],
  })
})

test.each([
  ['minimal', 'low'],
  ['medium', 'high'],
  ['xhigh', 'max'],
])('the effort %s is sent as %s', (requested, sent) => {
  expect(fitBody({ reasoning_effort: requested }, call).set).toEqual({ reasoning_effort: sent })
})

test('efforts that the host supports pass unchanged', () => {
  for (const effort of ['low', 'high', 'max']) expect(fitBody({ reasoning_effort: effort }, call).set).toEqual({})
})
