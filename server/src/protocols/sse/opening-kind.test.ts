import { expect, test } from 'bun:test'
import { openingKindOf } from './opening-kind.ts'

test.each([
  [null, 'keep-alive'],
  ['', 'keep-alive'],
  ['{"type": "ping"}', 'keep-alive'],
  ['[DONE]', 'nothing'],
  ['{}', 'nothing'],
  [' { } ', 'nothing'],
  ['[]', 'nothing'],
  ['null', 'nothing'],
  ['{"type":"message_stop"}', 'nothing'],
  ['{"choices":[],"prompt_filter_results":[{"prompt_index":0}]}', 'nothing'],
  ['{"choices":[],"usage":{"prompt_tokens":1}}', 'answer'],
  ['{"choices":[],"error":{"message":"x"}}', 'answer'],
  ['{"choices":[{"index":0,"delta":{"role":"assistant"}}]}', 'answer'],
  ['{"type":"message_start","message":{}}', 'answer'],
  ['{"type":"response.completed","response":{"output":[{}]}}', 'answer'],
  ['{"candidates":[{}]}', 'answer'],
  ['no json', 'answer'],
] as const)('%p opens an answer as %s', (data, kind) => {
  expect(openingKindOf(data)).toBe(kind)
})
