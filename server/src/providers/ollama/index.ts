import { bearer, defineProvider } from '../provider.ts'
import { withoutKey } from '../query.ts'
import { ollamaAdapter } from './adapter.ts'

const base = 'http://localhost:11434'

/**
 * Ollama's own API; completions go to its OpenAI-compatible address. https://docs.ollama.com/api, as known on
 * 2026-11-20
 */
export const ollama = defineProvider({
  id: 'ollama',
  type: 4,
  baseUrl: base,
  format: 'own',
  wire: ollamaAdapter,
  operations: ['chat', 'completions', 'embeddings'],
  models: [],
  // https://docs.ollama.com/capabilities/vision: pictures only as base64
  takesBytesOnly: true,
  urlOf: ({ channel, operation, path }) =>
    (channel.baseUrl ?? base) +
    (operation === 'completions' ? withoutKey(path) : operation === 'embeddings' ? '/api/embed' : '/api/chat'),
  modelListUrlOf: ({ baseUrl }) => `${baseUrl ?? base}/api/tags`,
  headersOf: ({ key }) => bearer(key),
  reportsStreamUsage: true,
  takes: {},
})
