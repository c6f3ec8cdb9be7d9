import { expect, test } from 'bun:test'
import { fitAnswer } from './fit-answer.ts'

test('answers that are as OpenAI’s stay as they came', () => {
  const plain = '{"choices":[{"message": {"content":"a \\"content\\": [ b"}}]}'
  for (const json of [plain, '', 'no JSON', '{"content":[', '[DONE]']) expect(fitAnswer(json)).toBe(json)
})

test('parts of content become text and reasoning, and calls get their type', () => {
  const thought = { type: 'thinking', thinking: [{ type: 'text', text: 'Hm' }, { text: '.' }] }
  const call = { id: 'gSIMJiOkT', function: { name: 'weather', arguments: '{}' } }
  const message = { role: 'assistant', content: [thought, { type: 'text', text: '4' }], tool_calls: [call] }
  const fitted = JSON.parse(fitAnswer(JSON.stringify({ id: 'a', choices: [{ index: 0, message }] })))
  expect(fitted).toEqual({
    id: 'a',
    choices: [
      {
        index: 0,
        message: {
          ...{ role: 'assistant', content: '4', reasoning_content: 'Hm.' },
          tool_calls: [{ ...call, type: 'function' }],
        },
      },
    ],
  })
  const delta = { choices: [{ delta: { content: [thought] }, finish_reason: null }] }
  expect(JSON.parse(fitAnswer(JSON.stringify(delta))).choices).toEqual([
    { delta: { content: '', reasoning_content: 'Hm.' }, finish_reason: null },
  ])
})

test('no shape is an exception', () => {
  for (const choices of [null, 'x', [null], [{ message: null }], [{ delta: { content: [null, 7] } }]])
    expect(() => fitAnswer(`{"content": [], "choices": ${JSON.stringify(choices)}}`)).not.toThrow()
})
