import { openaiVideos } from '../openai-videos.ts'
import { bearer, defineVideoProvider } from '../provider.ts'

/** Hosts of OpenAI's form of videos. */
export const sora = defineVideoProvider({
  id: 'sora',
  type: 55,
  baseUrl: 'https://api.openai.com',
  models: ['sora-2', 'sora-2-pro'],
  headersOf: ({ key }) => bearer(key),
  videos: openaiVideos,
})
