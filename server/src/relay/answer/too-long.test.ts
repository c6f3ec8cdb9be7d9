import { expect, test } from 'bun:test'
import { withLengthCode } from './too-long.ts'

const error = (message: string, code: string | null = null) => ({ message, code, type: 'upstream_error', param: null })

test.each([
  'prompt is too long: 210000 tokens > 200000 maximum',
  'input length and `max_tokens` exceed context limit: 199000 + 8192 > 200000',
  "This model's maximum context length is 131072 tokens. However, you requested 140000 tokens",
  "This model's maximum prompt length is 256000 but the request contains 300000 tokens.",
  'Your input exceeds the context window of this model. Please adjust your input and try again.',
  'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
  'Input is too long for requested model.',
  'Invalid request: Your request exceeded model token limit: 262144 (requested: 300000)',
  '<400> InternalError.Algo.InvalidParameter: Range of input length should be [1, 129024]',
  'invalid params, context window exceeds limit (2013)',
  'the request exceeds the available context size. try increasing the context size',
  'too many tokens: total number of tokens in the prompt cannot exceed 4081 - received 5000',
])('%s', (message) => {
  const expected = { message, type: 'invalid_request_error', code: 'context_length_exceeded' }
  for (const format of ['openai', 'responses'] as const)
    expect(withLengthCode(format, 400, error(message))).toMatchObject(expected)
  const words = withLengthCode('anthropic', 400, error(message))
  expect(words.type).toBe('invalid_request_error')
  expect(words.message.toLowerCase()).toContain('prompt is too long')
  expect(words.message).toEndWith(message)
  expect(withLengthCode('gemini', 400, error(message))).toEqual(error(message))
})

test('Zhipu says it by a number', () => {
  expect(withLengthCode('openai', 400, error('Prompt 超长', '1261')).code).toBe('context_length_exceeded')
})

test.each([
  [429, 'Request too large: maximum context length of your tier'],
  [500, 'Input is too long'],
  [400, 'The field name is too long'],
  [413, 'Request exceeds the maximum size'],
  [400, 'max_tokens is too large: 200000. This model supports at most 16384 completion tokens'],
])('%i: %s is another fault', (status, message) => {
  for (const format of ['openai', 'anthropic'] as const)
    expect(withLengthCode(format, status, error(message))).toEqual(error(message))
})
