import { bearer, defineVideoProvider } from '../provider.ts'
import { runwayVideos } from './video-wire.ts'

/** https://docs.dev.runwayml.com/api, read 2026-11-30: a call without the version is refused. */
export const runway = defineVideoProvider({
  id: 'runway',
  type: 63,
  baseUrl: 'https://api.dev.runwayml.com',
  models: ['gen4.5', 'gen4_turbo', 'veo3.1', 'veo3.1_fast', 'seedance2', 'seedance2_fast', 'gemini_omni_flash'],
  headersOf: ({ key }) => ({ ...bearer(key), 'x-runway-version': '2024-11-06' }),
  videos: runwayVideos,
})
