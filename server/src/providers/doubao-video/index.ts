import { arkVideos } from '../ark/video-wire.ts'
import { bearer, defineVideoProvider } from '../provider.ts'

/** Seedance on Ark, as a type of its own. */
export const doubaoVideo = defineVideoProvider({
  id: 'doubao-video',
  type: 54,
  baseUrl: 'https://ark.cn-beijing.volces.com',
  models: ['doubao-seedance-2-0-260128', 'doubao-seedance-2-0-mini-260615', 'doubao-seedance-1-5-pro-251215'],
  headersOf: ({ key }) => bearer(key),
  alsoAt: ['https://ark.ap-southeast.bytepluses.com'],
  videos: arkVideos,
})
