import { alsoSpeaks, isMessagesPath, messagesHeaders } from '../host-formats.ts'
import { lackingOf, lacksOfCopies } from '../messages-lacks.ts'
import { defineHost } from '../provider.ts'
import { typeOfZhipuError } from '../zhipu-error.ts'
import { fitBody } from './fit-body.ts'
import { imageWire } from './image-wire.ts'
import { zhipuVideos } from './video-wire.ts'

/** Zhipu's GLM, and its international twin https://api.z.ai. https://docs.z.ai/api-reference, as known on 2026-11-20 */
export const glm = defineHost({
  id: 'glm',
  type: 26,
  baseUrl: 'https://open.bigmodel.cn',
  operations: ['chat', 'embeddings', 'rerank', 'moderations', 'image_generations', 'speech', 'transcriptions'],
  models: [
    'glm-5.3',
    'glm-5.2',
    'glm-5.1',
    'glm-5',
    'glm-4.7',
    'glm-4.6',
    'glm-4.5-air',
    'embedding-3',
    'cogview-4',
    'cogvideox-3',
  ],
  // https://docs.z.ai/scenario-example/develop-tools/claude, as known on 2026-11-23
  formatFor: alsoSpeaks(['anthropic']),
  pathOf: (path) => (isMessagesPath(path) ? `/api/anthropic${path}` : path.replace(/^\/v1/, '/api/paas/v4')),
  ...lackingOf(lacksOfCopies),
  headersOf: messagesHeaders,
  mediaWireOf: ({ operation }) => (operation === 'image_generations' ? imageWire : null),
  videos: zhipuVideos,
  alsoAt: ['https://api.z.ai'],
  family: 'glm',
  fitBody,
  typeOfError: ({ code }) => typeOfZhipuError(Number(code)),
})
