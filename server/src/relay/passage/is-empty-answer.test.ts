import { expect, test } from 'bun:test'
import { clientTargetOf } from '../../protocols/client-target.ts'
import { clientFormatOf } from '../formats/index.ts'
import { isEmptyAnswer } from './is-empty-answer.ts'

const geminiPath = '/v1beta/models/gemini-2.5-flash:generateContent'

test.each<[string, object, boolean]>([
  ['/v1/chat/completions', {}, true],
  ['/v1/chat/completions', { id: 'x', object: 'chat.completion', choices: [] }, true],
  ['/v1/chat/completions', { choices: null, usage: { prompt_tokens: 0, completion_tokens: 0 } }, true],
  ['/v1/chat/completions', { choices: [], usage: { prompt_tokens: 3, completion_tokens: 0 } }, false],
  ['/v1/chat/completions', { choices: [{ message: { role: 'assistant', content: '' } }] }, true],
  ['/v1/chat/completions', { choices: [{ message: { content: '' }, finish_reason: 'stop' }] }, false],
  ['/v1/chat/completions', { choices: [{ message: { content: null, images: [{}] } }] }, false],
  ['/v1/completions', { choices: [] }, true],
  ['/v1/responses', { status: 'completed', output: [] }, true],
  ['/v1/messages', { type: 'message', content: [] }, true],
  ['/v1/messages', { type: 'message', content: [], usage: { input_tokens: 4, output_tokens: 0 } }, false],
  [geminiPath, { candidates: [] }, true],
  [geminiPath, { candidates: [{ index: 0 }] }, true],
  [geminiPath, { candidates: [{ content: { role: 'model', parts: [] }, finishReason: 'STOP' }] }, false],
  [geminiPath, { promptFeedback: { blockReason: 'SAFETY' } }, false],
  ['/v1/embeddings', { object: 'list', data: [] }, true],
  ['/v1/images/generations', { created: 1, data: [] }, true],
  ['/v1/rerank', { results: [{ index: 0 }] }, false],
  ['/v1/audio/transcriptions', { text: '' }, false],
])('%s: %j is empty: %p', (path, wire, expected) => {
  const target = clientTargetOf(path, '')
  if (!target) throw new Error('no such call')
  const body = Buffer.from(JSON.stringify(wire))
  const answer = clientFormatOf(target).readAnswer(body)
  if (!answer) throw new Error('no answer')
  expect(isEmptyAnswer({ target, request: { body: {} } }, body, answer)).toBe(expected)
})

test.each([
  [undefined, true],
  ['json', true],
  ['verbose_json', true],
  ['text', false],
  ['srt', false],
])('an empty transcript of the format %p is empty: %p', (response_format, expected) => {
  const target = { operation: 'transcriptions' } as const
  const answer = { usage: null, error: null, text: () => '' }
  const call = { target, request: { body: { response_format } } }
  expect(isEmptyAnswer(call, new Uint8Array(), answer)).toBe(expected)
})
