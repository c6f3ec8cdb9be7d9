import { describe, expect, test } from 'bun:test'
import { assembleResponse } from '../../core/chat/assemble.ts'
import type { ChatRequest } from '../../core/chat/chat-request.ts'
import { noUsage } from '../../core/usage/usage.ts'
import { describeWire, namedEvent, questionTo, readEvents } from '../test-own-wire.ts'
import { cozeAdapter } from './adapter.ts'
import { coze } from './index.ts'

const question = questionTo('coze')
const channel = { other: '7342866812345' }
const build = (more: Partial<ChatRequest>) => cozeAdapter.buildRequest({ ...question, ...more }, channel)

const ids = { id: 'm1', conversation_id: 'c1', bot_id: 'b1', chat_id: 'chat1', role: 'assistant' }
const usage = { token_count: 633, output_count: 19, input_count: 614 }
const chat = { id: 'chat1', conversation_id: 'c1', bot_id: 'b1', created_at: 1_710_348_675 }

// https://www.coze.com/docs/developer_guides/chat_v3, as known on 2026-11-20
const stream = [
  namedEvent('conversation.chat.created', { ...chat, status: 'created' }),
  namedEvent('conversation.chat.in_progress', { ...chat, status: 'in_progress' }),
  namedEvent('conversation.message.delta', {
    ...ids,
    type: 'answer',
    content: '',
    reasoning_content: 'Hm.',
    content_type: 'text',
  }),
  namedEvent('conversation.message.delta', { ...ids, type: 'answer', content: 'Ra', content_type: 'text' }),
  namedEvent('conversation.message.delta', { ...ids, type: 'answer', content: 'in 雨.', content_type: 'text' }),
  namedEvent('conversation.message.completed', {
    ...ids,
    type: 'answer',
    content: 'Rain 雨.',
    content_type: 'text',
  }),
  namedEvent('conversation.message.completed', {
    ...ids,
    type: 'verbose',
    content: '{"msg_type":"x"}',
    content_type: 'text',
  }),
  namedEvent('conversation.message.delta', {
    ...ids,
    type: 'follow_up',
    content: 'And Bergen?',
    content_type: 'text',
  }),
  namedEvent('conversation.chat.completed', { ...chat, status: 'completed', usage }),
  namedEvent('done', '[DONE]'),
]
const refused = { code: 4100, msg: 'authentication is invalid', detail: { logid: 'l' } }

describeWire(cozeAdapter, {
  answers: [refused, { code: 0, msg: '', data: { ...chat, usage } }],
  streams: [stream],
})

describe('a stream', () => {
  test('yields the answer once, and its usage', () => {
    expect(assembleResponse(readEvents(cozeAdapter, stream))).toEqual({
      id: 'chat1',
      model: '',
      createdAt: 0,
      choices: [
        {
          index: 0,
          finishReason: 'stop',
          parts: [
            { kind: 'reasoning', text: 'Hm.' },
            { kind: 'text', text: 'Rain 雨.' },
          ],
        },
      ],
      usage: { ...noUsage, inputText: 614, outputText: 19 },
    })
  })

  test('is complete only when the chat is complete', () => {
    const parser = cozeAdapter.createStreamParser(() => 'made')
    for (const { event, data } of stream.slice(0, -2)) parser.push(`${event}\n${JSON.stringify(data)}`, null)
    expect(parser.isComplete()).toBe(false)
    parser.push(`conversation.chat.completed\n${JSON.stringify(stream.at(-2)?.data)}`, null)
    expect(parser.isComplete()).toBe(true)
  })

  test.each([
    [
      namedEvent('conversation.chat.failed', { ...chat, last_error: { code: 4028, msg: 'used up' } }),
      'billing_error',
      '4028',
    ],
    [namedEvent('conversation.chat.failed', { ...chat, last_error: {} }), 'upstream_error', null],
    [namedEvent('error', { code: 5000, msg: 'event interval error' }), 'upstream_error', '5000'],
    [namedEvent('conversation.chat.requires_action', { ...chat, required_action: {} }), 'upstream_error', null],
  ])('ends with an error: %j', (event, type, code) => {
    expect(readEvents(cozeAdapter, [event])).toMatchObject([{ kind: 'error', error: { type, code } }])
  })
})

test('a code other than 0 is an error with the type that the code means', () => {
  expect(cozeAdapter.errorIn(refused)).toEqual({
    message: 'authentication is invalid',
    type: 'authentication_error',
    code: 4100,
  })
  expect(cozeAdapter.errorIn({ code: 4013, msg: '' })?.type).toBe('rate_limit_error')
  expect(cozeAdapter.errorIn({ code: 0, msg: '' })).toBeNull()
})

describe('a request', () => {
  test('is streamed and keeps no history; instructions go before the first question', () => {
    const messages: ChatRequest['messages'] = [
      { role: 'system', parts: [{ kind: 'text', text: 'Be brief.' }] },
      { role: 'user', parts: [{ kind: 'text', text: 'Hi' }] },
      { role: 'assistant', parts: [{ kind: 'text', text: 'Hello' }] },
      { role: 'user', parts: [{ kind: 'text', text: 'Weather?' }] },
    ]
    const message = (role: string, type: string, content: string) => ({
      role,
      type,
      content,
      content_type: 'text',
    })
    expect(build({ messages, userId: 'u1' })).toEqual({
      bot_id: '7342866812345',
      user_id: 'u1',
      stream: true,
      auto_save_history: false,
      additional_messages: [
        message('user', 'question', 'Be brief.\nHi'),
        message('assistant', 'answer', 'Hello'),
        message('user', 'question', 'Weather?'),
      ],
    })
  })

  test('has media as a list in a text, by address or by upload id', () => {
    const parts: ChatRequest['messages'][number]['parts'] = [
      { kind: 'text', text: 'See' },
      { kind: 'image', source: { kind: 'url', url: 'https://a/b.png' } },
      { kind: 'file', source: { kind: 'file_id', fileId: 'f1' } },
    ]
    const items = [
      { type: 'text', text: 'See' },
      { type: 'image', file_url: 'https://a/b.png' },
      { type: 'file', file_id: 'f1' },
    ]
    expect(build({ messages: [{ role: 'user', parts }] }).additional_messages).toEqual([
      { role: 'user', type: 'question', content: JSON.stringify(items), content_type: 'object_string' },
    ])
  })

  test('goes to the bot whose number is the model name', () => {
    expect(build({ model: '7000000000001' }).bot_id).toBe('7000000000001')
  })
})

test('a channel without a bot has no address', () => {
  const call = { operation: 'chat', path: '/', isStream: false, upstreamModel: 'coze', key: 'k' } as const
  const urlOf = (other: string, baseUrl: string | null = null) =>
    coze.urlOf({
      ...call,
      channel: { baseUrl, organization: null, other },
      settings: { claudeHeaders: {}, geminiVersions: {} },
    })
  expect(urlOf('')).toBeNull()
  expect(urlOf('73428')).toBe('https://api.coze.com/v3/chat')
  expect(urlOf('73428', 'https://api.coze.cn')).toBe('https://api.coze.cn/v3/chat')
})
