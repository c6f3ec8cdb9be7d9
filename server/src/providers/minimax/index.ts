import type { MediaWire } from '../../core/media.ts'
import type { CallOperation } from '../../protocols/call-operation.ts'
import { type FitBody, fitTo, unchanged, within } from '../fit-body.ts'
import { alsoSpeaks, isMessagesPath, messagesHeaders } from '../host-formats.ts'
import { lackingOf, lacksOfCopies } from '../messages-lacks.ts'
import { defineHost } from '../provider.ts'
import { minimaxEmbeddings } from './embeddings.ts'
import { imageWire, speechWire } from './media-wires.ts'
import { minimaxVideos } from './video-wire.ts'

const dialect = { refuses: ['n'], values: { temperature: within(0.01, 1) } }

const fitBody: FitBody = (body, { operation }) => {
  if (operation !== 'chat') return unchanged
  // The host returns exactly one answer, so `n: 1` has no effect.
  return fitTo(body.n === 1 ? { values: dialect.values } : dialect, body)
}

const paths: Partial<Record<CallOperation, string>> = {
  image_generations: '/v1/image_generation',
  speech: '/v1/t2a_v2',
}
const wires: Partial<Record<CallOperation, MediaWire>> = { image_generations: imageWire, speech: speechWire }

/**
 * Errors arrive under status 200, as `base_resp` (`protocols/openai-chat/base-resp.ts`).
 * https://platform.minimax.io/docs/api-reference, as known on 2026-11-20
 */
export const minimax = defineHost({
  id: 'minimax',
  type: 35,
  baseUrl: 'https://api.minimaxi.com',
  operations: ['chat', 'embeddings', 'image_generations', 'speech'],
  models: [
    'MiniMax-M3',
    'MiniMax-M2.5',
    'MiniMax-Text-01',
    'speech-2.6-hd',
    'speech-2.6-turbo',
    'image-01',
    'MiniMax-H3',
    'MiniMax-Hailuo-2.3',
    'MiniMax-Hailuo-2.3-Fast',
  ],
  // Only the M models. https://platform.minimax.io/docs/api-reference/text-anthropic-api, as known on 2026-11-23
  formatFor: alsoSpeaks(['responses', 'anthropic'], (model) => /^MiniMax-M\d/i.test(model)),
  pathOf: (path, { operation }) => (isMessagesPath(path) ? `/anthropic${path}` : (paths[operation] ?? path)),
  ...lackingOf(lacksOfCopies),
  headersOf: messagesHeaders,
  mediaWireOf: ({ operation }) => wires[operation] ?? null,
  videos: minimaxVideos,
  embeddingsOf: () => minimaxEmbeddings,
  family: 'minimax',
  alsoAt: ['https://api.minimax.io'],
  fitBody,
})
