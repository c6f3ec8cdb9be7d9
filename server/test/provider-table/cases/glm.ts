import { answerJson } from '../../answers.ts'
import { documented, mediaWires, openaiCalls, ranking } from '../calls.ts'
import { listAt, openaiRow } from '../openai-format.ts'
import { anyKey, noBalance } from '../reasons.ts'
import type { ProviderCases } from '../row.ts'
import { limitRenamed, schemaInstructed, thinkingDisabled, without } from '../sent.ts'

export const cases: ProviderCases = {
  rows: [
    openaiRow({
      model: 'glm-5.3',
      path: '/api/paas/v4/chat/completions',
      reader: 'gemini',
      cells: {
        error: {
          answer: answerJson({ error: { code: '1214', message: 'messages is invalid' } }, { status: 400 }),
          status: 400,
          says: 'messages is invalid',
        },
        refusedKey: [
          answerJson({ error: { code: '1002', message: 'Authorization Token is invalid' } }, { status: 401 }),
          answerJson({ error: { code: '1113', message: 'Your account is in arrears' } }, { status: 429 }),
        ],
        list: listAt('/api/paas/v4/models'),
        balance: noBalance,
      },
      changes: {
        toolNone: { remove: ['tools', 'tool_choice'] },
        toolRequired: without('tool_choice'),
        toolNamed: without('tool_choice'),
        stop: { set: { stop: ['END'] } },
        stops: { set: { stop: ['a'] }, dropped: 'stop' },
        limit: limitRenamed,
        temperature0: { set: { do_sample: false }, remove: ['temperature'] },
        temperature1: { set: { temperature: 0.99 } },
        temperature2: { set: { temperature: 0.99 } },
        effortNone: thinkingDisabled,
        jsonSchema: schemaInstructed,
      },
    }),
  ],
  calls: {
    ...openaiCalls(['embeddings', 'moderations', 'speech', 'transcriptions'], { prefix: '/api/paas/v4' }),
    rerank: documented('/api/paas/v4/rerank', {
      answer: ranking({ request_id: 'r', usage: { prompt_tokens: 7, total_tokens: 7 } }),
      tokens: 7,
    }),
    image_generations: mediaWires,
  },
  wrongChannels: anyKey,
}
