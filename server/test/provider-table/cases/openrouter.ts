import { answerJson } from '../../answers.ts'
import { documented, openaiCalls, ranking } from '../calls.ts'
import { answerWithUsage, chatBody, listAt, openaiRow } from '../openai-format.ts'
import { anyKey } from '../reasons.ts'
import { signedState } from '../replies.ts'
import type { ProviderCases } from '../row.ts'
import { cachedCounts, text, thought, totals } from '../samples.ts'

export const cases: ProviderCases = {
  rows: [
    openaiRow({
      model: 'deepseek/deepseek-v4',
      path: '/v1/chat/completions',
      reader: 'gemini',
      changes: { pdf: { set: { plugins: [{ id: 'file-parser', pdf: { engine: 'cloudflare-ai' } }] } } },
      cells: {
        reasoning: answerJson(
          chatBody({
            content: text,
            reasoning: thought,
            reasoning_details: [
              { type: 'reasoning.text', text: thought, signature: 's', format: 'anthropic-claude-v1' },
            ],
          }),
        ),
        usage: {
          answer: answerWithUsage({
            ...totals,
            cost: 0.0001,
            is_byok: false,
            prompt_tokens_details: { cached_tokens: 40, cache_write_tokens: 10 },
            completion_tokens_details: { reasoning_tokens: 8 },
          }),
          ...cachedCounts,
          cacheWrite: 10,
          reasoning: 8,
        },
        error: {
          answer: answerJson(
            {
              error: {
                code: 400,
                message: 'The model takes no tools',
                metadata: { provider_name: 'p', raw: '' },
              },
            },
            { status: 400 },
          ),
          status: 400,
          says: 'The model takes no tools',
        },
        refusedKey: [
          answerJson({ error: { code: 401, message: 'No auth credentials found' } }, { status: 401 }),
          answerJson({ error: { code: 402, message: 'Insufficient credits' } }, { status: 402 }),
        ],
        list: listAt('/v1/models'),
        balance: {
          answers: [answerJson({ data: { total_credits: 10, total_usage: 2.5 } })],
          amount: 7.5,
          currency: 'USD',
        },
      },
      replies: {
        signed: answerJson(
          chatBody({
            content: text,
            reasoning: 'I look.',
            reasoning_details: [{ type: 'reasoning.text', text: 'I look.', signature: signedState }],
          }),
        ),
      },
    }),
  ],
  calls: {
    ...openaiCalls(['completions', 'embeddings', 'speech']),
    transcriptions: documented('/v1/audio/transcriptions', {
      model: 'openai/whisper-large-v3',
      answer: answerJson({
        text: 'hello',
        usage: { cost: 0.0005, input_tokens: 7, output_tokens: 3, seconds: 9.2, total_tokens: 10 },
      }),
      sent: { model: 'openai/whisper-large-v3', input_audio: { data: 'Ynl0ZXM=', format: 'mp3' } },
      tokens: 7,
    }),
    rerank: documented('/v1/rerank', {
      answer: ranking({
        model: 'cohere/rerank-v3.5',
        provider: 'Cohere',
        usage: { search_units: 1, total_tokens: 7, cost: 0.001 },
      }),
      tokens: 7,
    }),
  },
  wrongChannels: anyKey,
}
