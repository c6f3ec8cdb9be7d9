import { defineHost } from '../provider.ts'
import { fitAnswer } from './fit-answer.ts'
import { fitBody } from './fit-body.ts'
import { speechWire } from './speech-wire.ts'

/** https://docs.mistral.ai/api, as known on 2026-11-20 */
export const mistral = defineHost({
  id: 'mistral',
  type: 42,
  baseUrl: 'https://api.mistral.ai',
  operations: ['chat', 'completions', 'embeddings', 'moderations', 'speech', 'transcriptions'],
  // A stream of speech has the events of OpenAI's format.
  mediaWireOf: ({ operation, isStream }) => (operation === 'speech' && !isStream ? speechWire : null),
  models: [
    'mistral-large-latest',
    'mistral-medium-latest',
    'mistral-small-latest',
    'magistral-medium-latest',
    'codestral-latest',
    'mistral-embed',
  ],
  pathOf: (path, { operation }) => (operation === 'completions' ? path.replace(/^\/v1/, '/v1/fim') : path),
  // The last frame of a stream always has the usage, and the field that asks for it is refused.
  reportsStreamUsage: false,
  fitBody,
  fitAnswer,
})
