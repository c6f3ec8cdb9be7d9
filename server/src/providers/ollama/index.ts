import { defineHost } from '../provider.ts'

/** At its compatible addresses; the list is its own. https://docs.ollama.com/openai, as known on 2026-11-20 */
export const ollama = defineHost({
  id: 'ollama',
  type: 4,
  baseUrl: 'http://localhost:11434',
  operations: ['chat', 'completions', 'embeddings'],
  models: [],
  // https://docs.ollama.com/openai: pictures in base64 alone
  takesBytesOnly: true,
  modelListUrlOf: ({ baseUrl }) => `${baseUrl ?? 'http://localhost:11434'}/api/tags`,
})
