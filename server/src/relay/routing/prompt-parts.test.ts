import { expect, test } from 'bun:test'
import { createPromptParts } from './prompt-parts.ts'

type Message = { role: string; content: unknown; [field: string]: unknown }
const tool = (name: string, description = 'reads') => ({
  type: 'function',
  function: { name, description, parameters: { type: 'object', properties: { path: { type: 'string' } } } },
})
const conversation: Message[] = [
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: 'Where does the river run?' },
  {
    role: 'assistant',
    content: null,
    tool_calls: [{ id: 'c1', type: 'function', function: { name: 'look', arguments: '{"at":"map"}' } }],
  },
  { role: 'tool', tool_call_id: 'c1', content: 'To the sea.' },
  { role: 'user', content: [{ type: 'text', text: 'Thanks. And then?' }] },
]
const answer: Message = { role: 'assistant', content: 'It rains.' }

/** Follows turns of one key, one after another. */
function follow(...turns: { messages: Message[]; tools?: object[]; tokenId?: number; model?: string }[]) {
  const parts = createPromptParts()
  return turns.map(({ messages, tools = [tool('look')], tokenId = 1, model = 'gpt-4o' }) =>
    parts.follow({ countable: { messages, tools }, caller: { tokenId, userId: 7 }, routedModel: model } as never),
  )
}
const changed = (at: number, change: Partial<Message>): Message[] =>
  conversation.map((message, index) => (index === at ? { ...message, ...change } : message))

test('a turn that continues the turn before differs nowhere, and neither does the first', () => {
  expect(follow({ messages: conversation }, { messages: [...conversation, answer] })).toEqual([null, null])
})

test.each<[string, Message[], object]>([
  ['instructions', changed(0, { content: 'Be brief. It is noon.' }), { in: 'system', at: 1 }],
  ['a result of a tool', changed(3, { content: 'To the Sea.' }), { in: 'message', at: 4 }],
  [
    'arguments of a call',
    changed(2, { tool_calls: [{ function: { name: 'look', arguments: '{"at":"sky"}' } }] }),
    { in: 'message', at: 3 },
  ],
])('a change of %s is found', (_what, messages, part) => {
  const turn = { messages: [...messages, answer] }
  expect(follow({ messages: conversation }, turn)).toEqual([null, { ...part, of: 5 } as never])
})

test('a change of the tools counts first', () => {
  const turn = { messages: changed(0, { content: 'x' }), tools: [tool('look', 'reads a map')] }
  expect(follow({ messages: conversation }, turn)).toEqual([null, { in: 'tools', at: 0, of: 5 }])
})

test('an earlier turn again, and another last message, differ nowhere', () => {
  const again = changed(4, { content: 'And before?' })
  expect(follow({ messages: conversation }, { messages: conversation.slice(0, 4) }, { messages: again })).toEqual([
    null,
    null,
    null,
  ])
})

test('keys, models and first questions are conversations of their own; a first turn is not remembered', () => {
  const other = changed(0, { content: 'Be long.' })
  const question = changed(1, { content: 'Where does the wind blow?' })
  expect(
    follow(
      { messages: conversation },
      { messages: other, tokenId: 2 },
      { messages: other, model: 'gpt-5' },
      { messages: question },
      { messages: other.slice(0, 2) },
    ),
  ).toEqual([null, null, null, null, null])
})

test('two conversations with the same first question are compared separately', () => {
  const say = (...texts: string[]): Message[] =>
    texts.map((content, index) => ({ role: index % 2 === 0 ? 'user' : 'assistant', content }))
  expect(
    follow(
      { messages: say('hi', 'a1', 'x') },
      { messages: say('hi', 'b1', 'y') },
      { messages: say('hi', 'a1', 'x', 'a2', 'more') },
      { messages: say('hi', 'b1', 'y', 'b2', 'more') },
      { messages: say('hi', 'a1', 'x', 'a9', 'more', 'a3', 'end') },
    ),
  ).toEqual([null, null, null, null, { in: 'message', at: 4, of: 5 }])
})
