import { bearer, defineTaskProvider } from '../provider.ts'

/** Songs and lyrics as tasks. The base URL includes `/suno`. */
export const suno = defineTaskProvider({
  id: 'suno',
  type: 36,
  taskPlatform: 'suno',
  models: ['suno_music', 'suno_lyrics'],
  headersOf: ({ key }) => bearer(key),
})
