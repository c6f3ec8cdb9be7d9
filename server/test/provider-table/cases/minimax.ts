import { answerJson } from '../../answers.ts'
import { mediaWires, ownWires } from '../calls.ts'
import { answerWithUsage, chatBody, listAt, openaiRow } from '../openai-format.ts'
import { anyKey, noBalance } from '../reasons.ts'
import type { ProviderCases } from '../row.ts'
import { cachedCounts, text, thought, totals } from '../samples.ts'

export const cases: ProviderCases = {
  rows: [
    openaiRow({
      model: 'MiniMax-M3',
      path: '/v1/chat/completions',
      reader: 'gemini',
      cells: {
        reasoning: answerJson(
          chatBody({ content: text, reasoning_details: [{ type: 'reasoning.text', text: thought }] }),
        ),
        usage: {
          answer: answerWithUsage({ ...totals, prompt_tokens_details: { cached_tokens: 40 } }),
          ...cachedCounts,
        },
        error: {
          answer: answerJson({ base_resp: { status_code: 2013, status_msg: 'invalid params' } }),
          status: 400,
          says: 'invalid params',
        },
        refusedKey: [
          answerJson({ base_resp: { status_code: 1004, status_msg: 'login fail' } }),
          answerJson({ base_resp: { status_code: 1008, status_msg: 'insufficient balance' } }),
        ],
        list: listAt('/v1/models'),
        balance: noBalance,
      },
      changes: { temperature0: { set: { temperature: 0.01 } }, temperature2: { set: { temperature: 1 } } },
    }),
  ],
  calls: { embeddings: ownWires, image_generations: mediaWires, speech: mediaWires },
  wrongChannels: anyKey,
  ownError: answerJson({ base_resp: { status_code: 1026, status_msg: 'input new_sensitive' } }),
}
