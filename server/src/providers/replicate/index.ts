import { bearer, defineVideoProvider } from '../provider.ts'
import { replicateVideos } from './video-wire.ts'

/** https://replicate.com/docs/reference/http, as known on 2026-11-28 */
export const replicate = defineVideoProvider({
  id: 'replicate',
  type: 56,
  baseUrl: 'https://api.replicate.com',
  models: ['google/veo-3.1', 'kwaivgi/kling-v2.5-turbo-pro', 'minimax/hailuo-2.3', 'wan-video/wan-2.5-t2v'],
  headersOf: ({ key }) => bearer(key),
  videos: replicateVideos,
})
