import { expect, test } from 'bun:test'
import type { CallOperation } from '../../protocols/call-operation.ts'
import { fitAnswerText } from '../fit-answer-text.ts'
import { fitAnswer } from './fit-answer.ts'

const fitted = (json: string, operation: CallOperation) => fitAnswerText(fitAnswer, json, operation)

test('answers in OpenAI’s form stay unchanged', () => {
  const plain = '{"choices":[{"message": {"content":"a \\"content\\": [ b"}}]}'
  for (const json of [plain, '', 'no JSON', '{"content":[', '[DONE]']) expect(fitted(json, 'chat')).toBe(json)
})

test('parts of content become text and reasoning, and calls get their type', () => {
  const thought = { type: 'thinking', thinking: [{ type: 'text', text: 'Hm' }, { text: '.' }] }
  const call = { id: 'gSIMJiOkT', function: { name: 'weather', arguments: '{}' } }
  const message = { role: 'assistant', content: [thought, { type: 'text', text: '4' }], tool_calls: [call] }
  const changed = JSON.parse(fitted(JSON.stringify({ id: 'a', choices: [{ index: 0, message }] }), 'chat'))
  expect(changed).toEqual({
    id: 'a',
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: '4',
          reasoning_content: 'Hm.',
          tool_calls: [{ ...call, type: 'function' }],
        },
      },
    ],
  })
  const delta = { choices: [{ delta: { content: [thought] }, finish_reason: null }] }
  expect(JSON.parse(fitted(JSON.stringify(delta), 'chat')).choices).toEqual([
    { delta: { content: '', reasoning_content: 'Hm.' }, finish_reason: null },
  ])
})

test('no answer causes an exception', () => {
  for (const choices of [null, 'x', [null], [{ message: null }], [{ delta: { content: [null, 7] } }]])
    for (const operation of ['chat', 'completions'] as const)
      expect(() => fitted(`{"content": [], "choices": ${JSON.stringify(choices)}}`, operation)).not.toThrow()
})

test('answers and chunks of completions have texts in place of messages', () => {
  const usage = { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 }
  const whole = {
    id: 'c',
    object: 'chat.completion',
    created: 1,
    model: 'codestral-latest',
    usage,
    choices: [{ index: 0, message: { role: 'assistant', content: 'a + b' }, finish_reason: 'stop' }],
  }
  expect(JSON.parse(fitted(JSON.stringify(whole), 'completions'))).toEqual({
    id: 'c',
    object: 'text_completion',
    created: 1,
    model: 'codestral-latest',
    usage,
    choices: [{ index: 0, text: 'a + b', logprobs: null, finish_reason: 'stop' }],
  })
  const chunk = { object: 'chat.completion.chunk', choices: [{ index: 0, delta: { content: 'a' } }] }
  expect(JSON.parse(fitted(JSON.stringify(chunk), 'completions'))).toMatchObject({
    object: 'text_completion',
    choices: [{ index: 0, text: 'a' }],
  })
  for (const json of ['', '[DONE]', '{"error":{"message":"x"}}']) expect(fitted(json, 'completions')).toBe(json)
})
