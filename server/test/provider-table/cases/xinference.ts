import { answerJson } from '../../answers.ts'
import { documented, openaiCalls, ranking } from '../calls.ts'
import { listAt, openaiRow } from '../openai-format.ts'
import { onOwnMachine, totalsOnly } from '../reasons.ts'
import { needsAddress, type ProviderCases } from '../row.ts'

export const cases: ProviderCases = {
  rows: [
    openaiRow({
      model: 'qwen3',
      path: '/v1/chat/completions',
      cells: {
        usage: totalsOnly,
        error: {
          answer: answerJson({ detail: '[address=0.0.0.0:1] Model not found, uid: qwen3' }, { status: 400 }),
          status: 400,
          says: 'Model not found',
        },
        refusedKey: [answerJson({ detail: 'Could not validate credentials' }, { status: 401 })],
        list: listAt('/v1/models'),
        balance: onOwnMachine,
      },
    }),
  ],
  calls: {
    ...openaiCalls(['completions', 'embeddings', 'image_generations', 'speech', 'transcriptions', 'translations']),
    rerank: documented('/v1/rerank', {
      answer: ranking({ meta: { api_version: null, billed_units: null, tokens: null, warnings: null } }),
    }),
  },
  wrongChannels: [needsAddress],
}
