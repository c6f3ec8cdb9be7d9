import { expect, test } from 'bun:test'
import { summariseAdvanced } from './advanced-summary.ts'
import { newChannelValues } from './channel-form.ts'

test('a new channel has nothing set', () => {
  expect(summariseAdvanced(newChannelValues)).toEqual([])
})

test('what is set is counted, operations one by one and settings that are on', () => {
  const summary = summariseAdvanced({
    status_code_mapping: '{"400":"500"}',
    param_override:
      '{"temperature":0,"operations":[{"mode":"delete","path":"a"},{"mode":"delete","path":"b"}]}',
    header_override: '{"x-a":"1","x-b":null}',
    cost_prices: '',
    setting: '{"force_format":true,"thinking_to_content":false,"proxy":""}',
    max_input_tokens: 8000,
    expired_time: -1,
  })
  expect(summary).toEqual([
    { field: 'status_code_mapping', count: 1 },
    { field: 'param_override', count: 3 },
    { field: 'header_override', count: 2 },
    { field: 'setting', count: 1 },
    { field: 'max_input_tokens', count: 8000 },
  ])
})

test('a text that is not an object counts as something set, an empty object does not', () => {
  expect(summariseAdvanced({ cost_prices: '{broken', param_override: '{}' })).toEqual([
    { field: 'cost_prices', count: 1 },
  ])
})
