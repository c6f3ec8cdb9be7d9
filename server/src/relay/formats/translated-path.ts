import { tableOf } from '@sluice/contract/table-of'
import type { WireFormatId } from '../../protocols/wire-format-id.ts'

/** Paths of translated calls, for hosts that distinguish formats by path. */
const pathOfFormat: Partial<Record<WireFormatId, string>> = { responses: '/v1/responses' }

const pathOfOperation = tableOf<string>({
  embeddings: '/v1/embeddings',
  rerank: '/v1/rerank',
  image_generations: '/v1/images/generations',
  image_edits: '/v1/images/edits',
  speech: '/v1/audio/speech',
  transcriptions: '/v1/audio/transcriptions',
  translations: '/v1/audio/translations',
})

/** The path of a translated call. */
export const translatedPath = (operation: string, format: WireFormatId): string =>
  pathOfOperation[operation] ?? pathOfFormat[format] ?? '/v1/chat/completions'
