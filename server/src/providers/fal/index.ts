import { definePictureProvider } from '../picture-tasks.ts'
import { falPictures } from './image-wire.ts'
import { falVideos } from './video-wire.ts'

/** https://fal.ai/docs/api-reference/inference-api, read 2026-11-30 */
export const fal = definePictureProvider(
  {
    id: 'fal',
    type: 61,
    baseUrl: 'https://queue.fal.run',
    models: [
      'fal-ai/veo3.1',
      'fal-ai/kling-video/v3/pro/text-to-video',
      'fal-ai/kling-video/v3/pro/image-to-video',
      'bytedance/seedance-2.0/image-to-video',
      'fal-ai/flux-2-pro',
      'fal-ai/flux-2-pro/edit',
    ],
    headersOf: ({ key }) => ({ authorization: `Key ${key}` }),
    alsoAt: ['https://queue.falrun.com'],
    videos: falVideos,
  },
  falPictures,
)
