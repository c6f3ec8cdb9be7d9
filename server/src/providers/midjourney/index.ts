import { defineTaskProvider } from '../provider.ts'

/**
 * A Midjourney proxy: pictures as tasks, authenticated by a shared secret. Self-hosted, so without a default address.
 */
export const midjourney = defineTaskProvider({
  id: 'midjourney',
  type: 2,
  taskPlatform: 'mj',
  models: ['mj_imagine', 'mj_variation', 'mj_reroll', 'mj_blend', 'mj_upscale', 'mj_describe', 'mj_uploads'],
  headersOf: ({ key }) => ({ 'mj-api-secret': key }),
})
