import { answerJson } from '../../answers.ts'
import { documented, mediaWires } from '../calls.ts'
import { answerWithUsage, listAt, openaiRow } from '../openai-format.ts'
import { anyKey, noBalance } from '../reasons.ts'
import type { ProviderCases } from '../row.ts'
import { cachedCounts } from '../samples.ts'
import { without } from '../sent.ts'

export const cases: ProviderCases = {
  rows: [
    openaiRow({
      model: 'grok-4.6',
      path: '/v1/chat/completions',
      cells: {
        usage: {
          // The completion excludes the reasoning.
          answer: answerWithUsage({
            prompt_tokens: 100,
            completion_tokens: 12,
            total_tokens: 120,
            num_sources_used: 0,
            prompt_tokens_details: { text_tokens: 100, cached_tokens: 40 },
            completion_tokens_details: { reasoning_tokens: 8 },
          }),
          ...cachedCounts,
          reasoning: 8,
        },
        error: {
          answer: answerJson(
            { code: 'Client specified an invalid argument', error: 'Argument not supported: stop' },
            { status: 400 },
          ),
          status: 400,
          says: 'Argument not supported: stop',
        },
        refusedKey: [
          answerJson(
            { code: 'Client specified an invalid argument', error: 'Incorrect API key provided: sk***am' },
            { status: 400 },
          ),
          answerJson({ code: 'Unauthenticated', error: 'No API key was provided' }, { status: 401 }),
        ],
        list: listAt('/v1/models'),
        balance: noBalance,
      },
      changes: { stop: without('stop'), stops: without('stop') },
    }),
  ],
  calls: {
    image_generations: documented('/v1/images/generations', {
      model: 'grok-imagine-image',
      answer: answerJson({ data: [{ url: 'https://host.example/i.jpg', revised_prompt: '' }] }),
      sent: { prompt: 'a gate' },
    }),
    image_edits: mediaWires,
    speech: mediaWires,
    transcriptions: mediaWires,
  },
  wrongChannels: anyKey,
}
