import { definePictureProvider } from '../picture-tasks.ts'
import { bearer } from '../provider.ts'
import { replicatePictures } from './image-wire.ts'
import { replicateVideos } from './video-wire.ts'

/** https://replicate.com/docs/reference/http, as known on 2026-11-28 */
export const replicate = definePictureProvider(
  {
    id: 'replicate',
    type: 56,
    baseUrl: 'https://api.replicate.com',
    models: [
      'google/veo-3.1',
      'kwaivgi/kling-v2.5-turbo-pro',
      'minimax/hailuo-2.3',
      'wan-video/wan-2.5-t2v',
      'black-forest-labs/flux-1.1-pro',
    ],
    headersOf: ({ key }) => bearer(key),
    videos: replicateVideos,
  },
  replicatePictures,
)
