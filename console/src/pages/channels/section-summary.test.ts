import { expect, test } from 'bun:test'
import { newChannelValues } from './channel-form.ts'
import { sectionNames, sectionOf, summariseSection } from './section-summary.ts'

test('a new channel has nothing set', () => {
  for (const section of sectionNames) expect(summariseSection(section, newChannelValues)).toEqual([])
})

test('each section counts what is set in it: single operations, and settings that are on', () => {
  const values = {
    status_code_mapping: '{"400":"500"}',
    param_override: '{"temperature":0,"operations":[{"mode":"delete","path":"a"},{"mode":"delete","path":"b"}]}',
    header_override: '{"x-a":"1","x-b":null}',
    cost_prices: '',
    setting: '{"force_format":true,"thinking_to_content":false,"proxy":"","limits":{"rpm":60,"tpm":0}}',
    max_input_tokens: 8000,
    expired_time: -1,
  }
  expect(summariseSection('requests', values)).toEqual([
    { field: 'status_code_mapping', count: 1 },
    { field: 'param_override', count: 3 },
    { field: 'header_override', count: 2 },
  ])
  expect(summariseSection('limits', values)).toEqual([
    { field: 'max_input_tokens', count: 8000 },
    { field: 'limits', count: 2 },
  ])
  expect(summariseSection('handling', values)).toEqual([{ field: 'setting', count: 1 }])
})

test('a text that is not an object counts as something set, an empty object does not', () => {
  expect(summariseSection('limits', { cost_prices: '{broken' })).toEqual([{ field: 'cost_prices', count: 1 }])
  expect(summariseSection('handling', { setting: '{broken' })).toEqual([{ field: 'setting', count: 1 }])
  expect(summariseSection('requests', { param_override: '{}' })).toEqual([])
})

test.each([
  ['header_override', 'requests'],
  ['cost_prices', 'limits'],
  ['setting.limits.rpm', 'limits'],
  ['setting.proxy', 'handling'],
  ['setting', 'handling'],
  ['name', null],
] as const)('a refusal of %p is shown in the section %p', (field, section) => {
  expect(sectionOf(field)).toBe(section)
})
