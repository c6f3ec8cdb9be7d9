import { expect, test } from 'bun:test'
import { buildRequest } from './build-request.ts'
import type { ChatMessage } from './message.ts'
import { parametersOf } from './model-parameters.ts'

const target = { model: 'm', taken: parametersOf('m', undefined) }
const settings = { group: 'vip', temperature: 0, maxTokens: 0, system: 'Be brief.' }
const buildMessage = (role: ChatMessage['role'], content: string, more: Partial<ChatMessage> = {}): ChatMessage => ({
  id: content,
  createAt: 0,
  status: 'complete',
  role,
  content,
  ...more,
})

/** What is sent of a conversation. */
const messagesOf = (messages: ChatMessage[]) =>
  buildRequest({ ...settings, system: '' }, target, messages).messages as { role: string; content: unknown }[]

test('the system prompt comes first; a temperature of 0 is sent, a maximum of 0 is not', () => {
  expect(buildRequest(settings, target, [buildMessage('user', 'hi')])).toEqual({
    model: 'm',
    group: 'vip',
    stream: true,
    stream_options: { include_usage: true },
    temperature: 0,
    messages: [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'hi' },
    ],
  })
})

test('settings that are left to the model are not sent', () => {
  const request = buildRequest({ ...settings, temperature: null, system: ' ', maxTokens: 9 }, target, [])
  expect(request).not.toHaveProperty('temperature')
  expect(request).toMatchObject({ max_tokens: 9, messages: [] })
})

test('examples and empty answers are not part of the conversation; an incomplete answer is', () => {
  const messages = messagesOf([
    buildMessage('user', 'sample', { isSample: true }),
    buildMessage('user', 'hi'),
    buildMessage('assistant', '', { status: 'error' }),
    buildMessage('assistant', 'half', { status: 'error' }),
  ])
  expect(messages.map(({ content }) => content)).toEqual(['hi', 'half'])
})

test('pictures follow their text', () => {
  const url = 'data:image/jpeg;base64,AA'
  const messages = messagesOf([
    buildMessage('user', 'what is it', { images: [url] }),
    buildMessage('user', '', { images: [url] }),
  ])
  expect(messages[0]?.content).toEqual([
    { type: 'text', text: 'what is it' },
    { type: 'image_url', image_url: { url } },
  ])
  expect(messages[1]?.content).toEqual([{ type: 'image_url', image_url: { url } }])
})

test('files are parts of their kind; pictures of an answer are not sent back', () => {
  const files = [
    { kind: 'sound' as const, name: 'a.wav', format: 'wav' as const, data: 'AA' },
    { kind: 'pdf' as const, name: 'b.pdf', data: 'BB' },
    { kind: 'text' as const, name: 'c.md', data: '# C' },
  ]
  const sent = messagesOf([
    buildMessage('user', 'read', { files }),
    buildMessage('assistant', 'drawn', { images: ['data:image/png;base64,AA'] }),
    buildMessage('assistant', '', { images: ['data:image/png;base64,AA'] }),
  ])
  expect(sent.map(({ content }) => content)).toEqual([
    [
      { type: 'text', text: 'read' },
      { type: 'input_audio', input_audio: { data: 'AA', format: 'wav' } },
      { type: 'file', file: { filename: 'b.pdf', file_data: 'data:application/pdf;base64,BB' } },
      { type: 'text', text: 'c.md:\n\n# C' },
    ],
    'drawn',
  ])
})

test('calls of tools are followed by their results', () => {
  const call = { id: 'c1', name: 'get_weather', arguments: '{"city":"Paris"}' }
  const sent = messagesOf([
    buildMessage('user', 'hi'),
    buildMessage('assistant', '', {
      toolCalls: [
        { ...call, result: 'sunny' },
        { ...call, id: 'c2' },
      ],
    }),
  ])
  const wire = { type: 'function', function: { name: 'get_weather', arguments: '{"city":"Paris"}' } }
  expect(sent.slice(1)).toEqual([
    {
      role: 'assistant',
      content: null,
      tool_calls: [
        { id: 'c1', ...wire },
        { id: 'c2', ...wire },
      ],
    },
    { role: 'tool', tool_call_id: 'c1', content: 'sunny' },
    { role: 'tool', tool_call_id: 'c2', content: '' },
  ] as never)
})
