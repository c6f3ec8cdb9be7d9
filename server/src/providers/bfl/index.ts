import { definePictureProvider } from '../picture-tasks.ts'
import { bflPictures } from './image-wire.ts'
import { bflVideos } from './video-wire.ts'

/** https://docs.bfl.ai, read 2026-11-30 */
export const bfl = definePictureProvider(
  {
    id: 'bfl',
    type: 62,
    baseUrl: 'https://api.bfl.ai',
    models: [
      'flux-2-max',
      'flux-2-pro',
      'flux-2-flex',
      'flux-2-klein-9b',
      'flux-2-klein-4b',
      'flux-kontext-max',
      'flux-kontext-pro',
      'flux-pro-1.1-ultra',
      'flux-pro-1.1',
      'flux-3-video',
    ],
    headersOf: ({ key }) => ({ 'x-key': key }),
    alsoAt: ['https://api.eu.bfl.ai', 'https://api.us.bfl.ai'],
    videos: bflVideos,
  },
  bflPictures,
)
