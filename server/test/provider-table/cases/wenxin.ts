import { answerJson, answerSse, type SseScript } from '../../answers.ts'
import sent from '../__fixtures__/wenxin.sent.json'
import { documented, vectors } from '../calls.ts'
import { noBalance, noList, noThoughts, textOnly, totalsOnly, unsigned } from '../reasons.ts'
import { events, failure } from '../replies.ts'
import type { ProviderCases } from '../row.ts'
import { args, endAfter, json, pieces, question, text, toolName } from '../samples.ts'

const usage = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 }

const wenxinAnswer = (more: object) =>
  answerJson({ id: 'as', object: 'chat.completion', created: 1, is_truncated: false, usage, ...more })

const wenxinFrames = pieces.map((result, index) => {
  const isLast = index === pieces.length - 1
  // Each event has the usage so far.
  const soFar = { prompt_tokens: 100, completion_tokens: index + 2, total_tokens: 102 + index }
  return { id: 'as', created: 1, sentence_id: index, result, is_end: isLast, usage: isLast ? usage : soFar }
})

const wenxinStream = (script?: SseScript) => answerSse(json(wenxinFrames), { done: false, ...script })

const wenxinError = (error_code: number, error_msg: string) => answerJson({ error_code, error_msg })

const wenxin = (more: object) => ({
  id: 'as',
  object: 'chat.completion',
  created: 1,
  is_truncated: false,
  ...more,
})

const wenxinFailure = { error_code: 336_003, error_msg: failure.message }

export const cases: ProviderCases = {
  rows: [
    {
      model: 'ERNIE-4.0-8K',
      channel: { key: 'my-api-key|my-secret-key-0123456789' },
      signed: null,
      path: '/rpc/2.0/ai_custom/v1/wenxinworkshop/chat/completions_pro?access_token=ya29.token',
      sentBody: { messages: [{ role: 'user', content: question }] },
      cells: {
        plain: wenxinAnswer({ result: text }),
        stream: wenxinStream,
        tools: wenxinAnswer({
          result: '',
          finish_reason: 'function_call',
          function_call: { name: toolName, arguments: args, thoughts: '' },
        }),
        image: textOnly,
        reasoning: noThoughts,
        usage: totalsOnly,
        error: {
          answer: wenxinError(336_003, 'the length of messages must be an odd number'),
          status: 400,
          says: 'must be an odd number',
        },
        cut: wenxinStream(endAfter(wenxinFrames.length - 1)),
        refusedKey: [
          wenxinError(14, 'IAM Certification failed'),
          wenxinError(17, 'Open api daily request limit reached'),
        ],
        list: noList,
        balance: noBalance,
      },
      sent,
      replies: {
        twoCalls: 'An answer has one call.',
        streamedCalls: 'An answer has one call.',
        noUsage: answerJson(wenxin({ result: text })),
        firstError: answerJson(wenxinFailure),
        midError: events([wenxin({ sentence_id: 0, result: 'The river', is_end: false }), wenxinFailure]),
        signed: unsigned,
        framesToText: 1,
      },
    },
  ],
  calls: {
    embeddings: documented('/rpc/2.0/ai_custom/v1/wenxinworkshop/embeddings/embedding-v1?access_token=ya29.token', {
      model: 'Embedding-V1',
      answer: vectors({ prompt_tokens: 7, total_tokens: 7 }),
      sent: { input: ['a', 'b'] },
      tokens: 7,
    }),
  },
  wrongChannels: [
    { channel: { key: 'ak' }, field: 'key' },
    { channel: { key: 'ak|' }, field: 'key.secretKey' },
    { channel: { key: '|sk' }, field: 'key.apiKey' },
  ],
  ownError: answerJson({ error_code: 336_003, error_msg: 'the max length of current question is 4800' }),
}
