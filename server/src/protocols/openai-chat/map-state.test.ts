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

test('state is taken out of the extensions that carry it; text stays', () => {
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

test('a call of a model that wants signatures gets the stand-in', () => {
  const messages = mapOpenaiState(body, () => undefined, 'skip')?.messages
  expect((messages as { tool_calls?: unknown[] }[])[1]?.tool_calls).toEqual([call('skip')])
})

test('what is kept is not written anew', () => {
  expect(mapOpenaiState(body, (state) => state)).toBeNull()
  expect(mapOpenaiState({ messages: [{ role: 'user', content: 'hi' }] }, () => undefined)).toBeNull()
})
