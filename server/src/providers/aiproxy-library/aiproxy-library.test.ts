import { expect, test } from 'bun:test'
import { assembleResponse } from '../../core/chat/assemble.ts'
import type { ChatRequest } from '../../core/chat/chat-request.ts'
import { describeWire, readEvents } from '../test-own-wire.ts'
import { libraryAdapter } from './adapter.ts'
import { aiproxyLibrary } from './index.ts'

const text = (value: string) => [{ kind: 'text' as const, text: value }]
const question: ChatRequest = {
  model: 'gpt-4o',
  isStream: true,
  wantsUsage: true,
  messages: [
    { role: 'user', parts: text('Hi') },
    { role: 'assistant', parts: text('Hello') },
    { role: 'user', parts: text('Where?') },
  ],
}
const documents = [{ title: 'Map', url: 'https://a/m' }, { title: 'Note' }]
const answer = { success: true, answer: 'There.', documents, errCode: 0, message: '', model: 'm' }
const refused = { success: false, errCode: 401, message: 'no such key' }
const stream = [
  { content: 'The', finish: false, model: 'm' },
  { content: 're 雨.', finish: false, model: 'm' },
  { content: '', finish: true, model: 'm', documents },
]

describeWire(libraryAdapter, { answers: [answer, refused], streams: [stream] })

const sources = '\n\n1. [Map](https://a/m)\n2. Note'

test('an answer lists its documents, whole and streamed', () => {
  expect(libraryAdapter.parseAnswer(answer, () => 'made').choices[0]?.parts).toEqual(text(`There.${sources}`))
  expect(assembleResponse(readEvents(libraryAdapter, stream))).toMatchObject({
    choices: [{ finishReason: 'stop', parts: text(`There 雨.${sources}`) }],
    usage: null,
  })
})

test('an answer without success is an error with its code', () => {
  expect(libraryAdapter.errorIn(refused)).toEqual({ message: 'no such key', code: 401 })
  expect(libraryAdapter.errorIn(answer)).toBeNull()
  expect(readEvents(libraryAdapter, [refused])).toMatchObject([{ kind: 'error', error: { code: '401' } }])
})

test('the last question goes to the library of the channel', () => {
  expect(libraryAdapter.buildRequest(question, { other: ' 1234 ' })).toEqual({
    model: 'gpt-4o',
    query: 'Where?',
    libraryId: '1234',
    stream: true,
  })
  const call = { operation: 'chat', path: '/', isStream: true, upstreamModel: 'm', key: 'k' } as const
  const settings = { claudeHeaders: {}, geminiVersions: {} }
  const urlOf = (other: string) =>
    aiproxyLibrary.urlOf({ ...call, settings, channel: { baseUrl: null, organization: null, other } })
  expect(urlOf('1234')).toBe('https://api.aiproxy.io/api/library/ask')
  expect(urlOf('')).toBeNull()
})

test('the balance is the number of points left', () => {
  expect(aiproxyLibrary.balance?.read([{ data: { totalPoints: 12.5 } }], { baseUrl: null })?.amount).toBe(12.5)
})
