import { answerError } from '../../answers.ts'
import { documented, mediaWires, openaiCalls, ownWires, storedObjects, vectors } from '../calls.ts'
import { answerWithUsage, listAt, openaiRow } from '../openai-format.ts'
import { anyKey, noBalance } from '../reasons.ts'
import type { ProviderCases } from '../row.ts'
import { cachedCounts, totals } from '../samples.ts'

export const cases: ProviderCases = {
  rows: [
    openaiRow({
      model: 'qwen-plus',
      path: '/compatible-mode/v1/chat/completions',
      reader: 'gemini',
      cells: {
        usage: {
          answer: answerWithUsage({
            ...totals,
            prompt_tokens_details: {
              cached_tokens: 40,
              cache_creation_input_tokens: 10,
              cache_type: 'ephemeral',
            },
            completion_tokens_details: { reasoning_tokens: 8 },
          }),
          ...cachedCounts,
          cacheWrite: 10,
          reasoning: 8,
        },
        refusedKey: [
          answerError(401, 'Incorrect API key provided.', {
            type: 'invalid_request_error',
            code: 'invalid_api_key',
          }),
          answerError(400, 'Access denied, please make sure your account is in good standing.', {
            type: 'Arrearage',
            code: 'Arrearage',
          }),
        ],
        list: listAt('/compatible-mode/v1/models'),
        balance: noBalance,
      },
      changes: { effortNone: { set: { enable_thinking: false }, remove: ['reasoning_effort'] } },
    }),
  ],
  calls: {
    ...openaiCalls(['completions'], { prefix: '/compatible-mode/v1' }),
    embeddings: documented('/compatible-mode/v1/embeddings', {
      model: 'text-embedding-v4',
      answer: vectors({ prompt_tokens: 7, total_tokens: 7 }),
      tokens: 7,
    }),
    image_generations: mediaWires,
    image_edits: mediaWires,
    speech: mediaWires,
    transcriptions: mediaWires,
    rerank: ownWires,
    files: storedObjects('fake'),
    batches: storedObjects('fake'),
  },
  wrongChannels: anyKey,
}
