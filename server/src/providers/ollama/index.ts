import { defineHost } from '../provider.ts'

/**
 * At its OpenAI-compatible addresses; the list of models has its own. https://docs.ollama.com/openai, as known on
 * 2026-11-20
 */
export const ollama = defineHost({
  id: 'ollama',
  type: 4,
  baseUrl: 'http://localhost:11434',
  operations: ['chat', 'completions', 'embeddings'],
  models: [],
  // https://docs.ollama.com/openai: pictures only as base64
  takesBytesOnly: true,
  modelListUrlOf: ({ baseUrl }) => `${baseUrl ?? 'http://localhost:11434'}/api/tags`,
})
