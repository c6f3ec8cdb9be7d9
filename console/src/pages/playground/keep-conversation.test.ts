import { expect, test } from 'bun:test'
import type { ConversationState } from './conversation.ts'
import { newConversation, packConversation, readConversation } from './keep-conversation.ts'
import type { ChatMessage } from './message.ts'

const fresh = newConversation('c1', { greeting: 'Hello', reply: 'Hello, how can I help?' })
const buildMessage = (content: string, more: Partial<ChatMessage> = {}): ChatMessage => ({
  id: content,
  role: 'user',
  createAt: 0,
  status: 'complete',
  content,
  ...more,
})
const stateOf = (...messages: ChatMessage[]): ConversationState => ({
  ...fresh,
  lanes: [{ model: 'm', messages }],
})
const contentsOf = (state: ConversationState | null) => state?.lanes[0]?.messages.map(({ content }) => content)

test('a new conversation has the defaults and an example', () => {
  expect(fresh.settings).toMatchObject({
    temperature: 0,
    maxTokens: 0,
    system: 'You are a helpful assistant.',
  })
  expect(fresh.lanes.map(({ model }) => model)).toEqual(['gpt-4o-mini'])
  expect(fresh.lanes[0]?.messages.map(({ role, isSample }) => [role, isSample])).toEqual([
    ['user', true],
    ['assistant', true],
  ])
})

test('a stored conversation is restored unchanged', () => {
  const state = stateOf(buildMessage('hi'), buildMessage('yes', { role: 'assistant', facts: { charge: 3 } }))
  expect(readConversation(packConversation(state))).toEqual(state)
})

test('an answer that was being written counts as stopped', () => {
  const state = stateOf(buildMessage('half', { role: 'assistant', status: 'incomplete', tries: 2 }))
  const [message] = readConversation(packConversation(state))?.lanes[0]?.messages ?? []
  expect(message).toMatchObject({ status: 'complete', isStopped: true, content: 'half' })
  expect(message?.tries).toBeUndefined()
})

test('a conversation that is too long loses old pictures first, then old messages', () => {
  const images = ['x'.repeat(500)]
  const state = stateOf(buildMessage('first', { images }), buildMessage('second', { images }), buildMessage('third'))
  const withoutOne = readConversation(packConversation(state, 1_200))
  expect(contentsOf(withoutOne)).toEqual(['first', 'second', 'third'])
  expect(withoutOne?.lanes[0]?.messages.map(({ images, lostImages }) => images?.length ?? lostImages)).toEqual([
    1,
    1,
    undefined,
  ])
  expect(withoutOne?.lanes[0]?.messages[0]?.lostImages).toBe(1)
  const words = Array.from({ length: 20 }, (_, index) => buildMessage(`${index} ${'long '.repeat(50)}`))
  const text = packConversation(stateOf(...words), 2_000)
  expect(text.length).toBeLessThanOrEqual(2_000)
  expect(contentsOf(readConversation(text))?.at(-1)).toStartWith('19 ')
})

test('of a conversation that is too long, files and other versions go before its texts', () => {
  const file = { kind: 'text' as const, name: 'a.md', data: 'x'.repeat(900) }
  const earlier = [buildMessage('before '.repeat(100), { role: 'assistant' })]
  const state = stateOf(buildMessage('read', { files: [file] }), buildMessage('done', { role: 'assistant', earlier }))
  const read = readConversation(packConversation(state, 700))
  expect(contentsOf(read)).toEqual(['read', 'done'])
  expect(read?.lanes[0]?.messages[0]).toMatchObject({ lostFiles: 1 })
  expect(read?.lanes[0]?.messages[1]).not.toHaveProperty('earlier')
})

test('a conversation of an earlier version gets an identifier', () => {
  const { id: _, ...earlier } = stateOf(buildMessage('hi'))
  const read = readConversation(JSON.stringify(earlier))
  expect(read).toMatchObject(earlier)
  expect(read?.id).toMatch(/^[\da-f-]{36}$/)
})

test('an invalid value is not restored', () => {
  for (const text of [
    null,
    '',
    '7',
    'null',
    '{}',
    '{"settings":{},"lanes":[]}',
    '{"settings":{},"lanes":[{}]}',
    '{"id":7,"settings":{},"lanes":[{"model":"m","messages":[]}]}',
  ])
    expect(readConversation(text)).toBeNull()
})
