import { bearer, defineProvider } from '../provider.ts'

/** The channel's address is the whole URL; `{model}` in it stands for the upstream model. No path is appended. */
export const custom = defineProvider({
  id: 'custom',
  type: 8,
  baseUrl: null,
  format: 'openai',
  operations: ['chat', 'completions', 'embeddings'],
  models: [],
  urlOf: ({ channel, upstreamModel }) =>
    channel.baseUrl?.replaceAll('{model}', encodeURIComponent(upstreamModel)) ?? null,
  modelListUrlOf: ({ baseUrl }) =>
    baseUrl && URL.canParse(baseUrl) ? `${new URL(baseUrl).origin}/v1/models` : null,
  headersOf: ({ key }) => bearer(key),
  reportsStreamUsage: true,
  takes: {},
})
