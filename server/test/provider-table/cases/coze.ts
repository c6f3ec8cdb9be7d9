import { answerJson, answerSse, type SseScript } from '../../answers.ts'
import type { Answer } from '../../fake-upstream.ts'
import sent from '../__fixtures__/coze.sent.json'
import { noBalance, noList, ownTools, totalsOnly, unsigned } from '../reasons.ts'
import { failure } from '../replies.ts'
import type { ProviderCases } from '../row.ts'
import { endAfter, json, pieces, text, thought } from '../samples.ts'

const cozeEvents =
  (frames: readonly [name: string, data: object | string][]) =>
  (script?: SseScript): Answer =>
    answerSse(json(frames.map(([, data]) => data)), {
      done: false,
      events: frames.map(([name]) => name),
      ...script,
    })

const cozeChat = { id: 'chat1', conversation_id: 'c1', bot_id: '7342866812345' }

const cozeMessage = { ...cozeChat, id: 'm', role: 'assistant', type: 'answer', content_type: 'text' }

const cozeDeltas = (deltas: readonly object[]): [name: string, data: object | string][] => [
  ['conversation.chat.created', { ...cozeChat, status: 'created' }],
  ...deltas.map((delta): [string, object] => ['conversation.message.delta', { ...cozeMessage, ...delta }]),
]

const cozeEnd: [name: string, data: object | string][] = [
  ['conversation.chat.completed', { ...cozeChat, usage: { token_count: 120, input_count: 100, output_count: 20 } }],
  ['done', '[DONE]'],
]

const cozeFrames: [name: string, data: object | string][] = [
  ...cozeDeltas(pieces.map((content) => ({ content }))),
  ['conversation.message.completed', { ...cozeMessage, content: text }],
  ...cozeEnd,
]

const cozeStream = cozeEvents(cozeFrames)

const cozeDelta = (content: string): [string, object] => [
  'conversation.message.delta',
  { ...cozeChat, role: 'assistant', type: 'answer', content_type: 'text', content },
]

const cozeFailure: [string, object] = [
  'conversation.chat.failed',
  { ...cozeChat, status: 'failed', last_error: { code: 4000, msg: failure.message } },
]

export const cases: ProviderCases = {
  rows: [
    {
      model: 'coze',
      channel: { other: '7342866812345' },
      path: '/v3/chat',
      sentBody: { bot_id: '7342866812345', stream: true },
      cells: {
        plain: cozeStream(),
        stream: cozeStream,
        tools: ownTools,
        image: { additional_messages: [{ content_type: 'object_string' }] },
        reasoning: cozeEvents([
          ...cozeDeltas([{ content: '', reasoning_content: thought }, { content: text }]),
          ...cozeEnd,
        ])(),
        usage: totalsOnly,
        error: {
          answer: answerJson({ code: 4000, msg: 'Request parameter error', detail: { logid: 'l' } }),
          status: 400,
          says: 'Request parameter error',
        },
        cut: cozeStream(endAfter(cozeFrames.length - 2)),
        refusedKey: [
          answerJson({ code: 4100, msg: 'authentication is invalid' }),
          answerJson({ code: 4028, msg: 'The free quota is used up' }),
        ],
        list: noList,
        balance: noBalance,
      },
      sent,
      replies: {
        twoCalls: ownTools,
        streamedCalls: ownTools,
        noUsage: cozeEvents([
          cozeDelta(text),
          ['conversation.chat.completed', { ...cozeChat, status: 'completed' }],
          ['done', '[DONE]'],
        ])(),
        firstError: cozeEvents([['error', { code: 4000, msg: failure.message }]])(),
        midError: cozeEvents([cozeDelta('The river'), cozeFailure])(),
        signed: unsigned,
        framesToText: 2,
      },
    },
  ],
  wrongChannels: [{ channel: { other: '' }, field: 'other' }],
  ownError: answerJson({ code: 4000, msg: 'The parameter bot_id is not valid', detail: { logid: 'l' } }),
}
