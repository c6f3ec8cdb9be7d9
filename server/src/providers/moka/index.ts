import { defineHost } from '../provider.ts'

/** Embeddings, at a path without a version. Moka has no current documentation; the type serves existing channels. */
export const moka = defineHost({
  id: 'moka',
  type: 44,
  baseUrl: 'https://api.moka.ai',
  operations: ['embeddings'],
  models: ['m3e-large', 'm3e-base', 'm3e-small'],
  pathOf: (path) => path.replace(/^\/v1/, ''),
  modelListUrlOf: () => null,
})
