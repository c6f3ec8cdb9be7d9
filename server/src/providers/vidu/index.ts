import { definePictureProvider } from '../picture-tasks.ts'
import { viduPictures } from './image-wire.ts'
import { viduVideos } from './video-wire.ts'

/** https://platform.vidu.com/docs, as known on 2026-11-28 */
export const vidu = definePictureProvider(
  {
    id: 'vidu',
    type: 52,
    baseUrl: 'https://api.vidu.cn',
    models: ['viduq3-pro', 'viduq3-turbo', 'viduq2', 'viduq1'],
    headersOf: ({ key }) => ({ authorization: `Token ${key}` }),
    alsoAt: ['https://api.vidu.com'],
    videos: viduVideos,
  },
  viduPictures,
)
