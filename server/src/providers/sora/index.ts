import { bearer, defineVideoProvider } from '../provider.ts'
import { openaiVideos } from '../videos/openai-videos.ts'

/** Hosts of OpenAI's form of videos. */
export const sora = defineVideoProvider({
  id: 'sora',
  type: 55,
  baseUrl: 'https://api.openai.com',
  models: ['sora-2', 'sora-2-pro'],
  headersOf: ({ key }) => bearer(key),
  videos: openaiVideos,
})
