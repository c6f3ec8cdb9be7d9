import { klingKeys } from '@sluice/contract/channel-keys'
import { keyParser } from '../key-form.ts'
import { definePictureProvider } from '../picture-tasks.ts'
import { bearer } from '../provider.ts'
import { klingPictures } from './image-wire.ts'
import { isPair, signKling } from './sign.ts'
import { klingVideos } from './video-wire.ts'

/** https://kling.ai/document-api, as known on 2026-11-28 */
export const kling = definePictureProvider(
  {
    id: 'kling',
    type: 50,
    baseUrl: 'https://api.klingai.com',
    models: [
      'kling-3.0-turbo',
      'kling-3.0',
      'kling-3.0-omni',
      'kling-o1',
      'kling-2.6',
      'kling-2.5-turbo',
      'kling-v3',
      'kling-v2-6',
    ],
    headersOf: ({ key }): Record<string, string> => (isPair(key) ? {} : bearer(key)),
    parseKey: keyParser(klingKeys),
    sign: signKling,
    alsoAt: ['https://api-singapore.klingai.com', 'https://api-beijing.klingai.com'],
    videos: klingVideos,
  },
  klingPictures,
)
