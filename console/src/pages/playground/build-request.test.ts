import { expect, test } from 'bun:test'
import { buildRequest } from './build-request.ts'
import type { ChatMessage } from './message.ts'

const settings = { group: 'vip', temperature: 0, maxTokens: 0, system: 'Be brief.' }
const buildMessage = (role: ChatMessage['role'], content: string, more: Partial<ChatMessage> = {}): ChatMessage => ({
  id: content,
  createAt: 0,
  status: 'complete',
  role,
  content,
  ...more,
})

test('the system prompt comes first; a temperature of 0 is sent, a maximum of 0 is not', () => {
  expect(buildRequest(settings, 'm', [buildMessage('user', 'hi')])).toEqual({
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
  const request = buildRequest({ ...settings, temperature: null, system: ' ', maxTokens: 9 }, 'm', [])
  expect(request).not.toHaveProperty('temperature')
  expect(request).toMatchObject({ max_tokens: 9, messages: [] })
})

test('examples and empty answers are not part of the conversation; an incomplete answer is', () => {
  const { messages } = buildRequest({ ...settings, system: '' }, 'm', [
    buildMessage('user', 'sample', { isSample: true }),
    buildMessage('user', 'hi'),
    buildMessage('assistant', '', { status: 'error' }),
    buildMessage('assistant', 'half', { status: 'error' }),
  ])
  expect(messages.map(({ content }) => content)).toEqual(['hi', 'half'])
})

test('pictures follow their text', () => {
  const url = 'data:image/jpeg;base64,AA'
  const { messages } = buildRequest({ ...settings, system: '' }, 'm', [
    buildMessage('user', 'what is it', { images: [url] }),
    buildMessage('user', '', { images: [url] }),
  ])
  expect(messages[0]?.content).toEqual([
    { type: 'text', text: 'what is it' },
    { type: 'image_url', image_url: { url } },
  ])
  expect(messages[1]?.content).toEqual([{ type: 'image_url', image_url: { url } }])
})
