import { answerJson } from '../../answers.ts'
import { documented, vectors } from '../calls.ts'
import { listAt } from '../openai-format.ts'
import { anyKey, noBalance } from '../reasons.ts'
import { fillCells, type ProviderCases } from '../row.ts'

const vectorsOnly = 'The host makes vectors and rankings alone.'

export const cases: ProviderCases = {
  rows: [
    {
      model: 'jina-embeddings-v4',
      path: '/v1/embeddings',
      isWithoutChat: true,
      cells: fillCells(vectorsOnly, { list: listAt('/v1/models'), balance: noBalance }),
    },
  ],
  calls: {
    embeddings: documented('/v1/embeddings', {
      answer: vectors({ total_tokens: 7, prompt_tokens: 7 }),
      tokens: 7,
    }),
    rerank: documented('/v1/rerank', {
      answer: answerJson({
        model: 'jina-reranker-v3',
        usage: { total_tokens: 7 },
        results: [{ index: 1, relevance_score: 0.9, document: { text: 'b' } }],
      }),
      tokens: 7,
    }),
  },
  wrongChannels: anyKey,
}
