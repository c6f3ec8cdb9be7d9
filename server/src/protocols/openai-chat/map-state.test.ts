import { expect, test } from 'bun:test'
import { mapOpenaiState } from './map-state.ts'

const call = (signature?: string) => ({
  id: 'c',
  function: { name: 'f', arguments: '{}' },
  ...(signature && { extra_content: { google: { thought_signature: signature } } }),
})
const body = {
  messages: [
    { role: 'user', content: 'hi' },
    {
      role: 'assistant',
      content: 'a',
      reasoning_details: [
        { type: 'reasoning.text', text: 'Hm.', signature: 's' },
        { type: 'reasoning.encrypted', data: 'd' },
      ],
      tool_calls: [call('g')],
    },
  ],
}

test('removes state from the extensions that hold it; text stays', () => {
  expect(mapOpenaiState(body, () => undefined)?.messages).toEqual([
    body.messages[0],
    {
      role: 'assistant',
      content: 'a',
      reasoning_details: [{ type: 'reasoning.text', text: 'Hm.' }],
      tool_calls: [call()],
    },
  ])
})

test('a call gets the placeholder if the model requires signatures', () => {
  const messages = mapOpenaiState(body, () => undefined, 'skip')?.messages
  expect((messages as { tool_calls?: unknown[] }[])[1]?.tool_calls).toEqual([call('skip')])
})

test('unchanged state is not rewritten', () => {
  expect(mapOpenaiState(body, (state) => state)).toBeNull()
  expect(mapOpenaiState({ messages: [{ role: 'user', content: 'hi' }] }, () => undefined)).toBeNull()
})
