import { listOf, numberOf, recordsOf } from '@sluice/contract/read-json'
import type { OwnWire } from '../own-wire.ts'
import { createReplyReader } from '../reply-reader.ts'
import { buildHunyuanRequest } from './build-request.ts'
import { bodyOf, readHunyuanAnswer } from './parse-answer.ts'
import type { EmbeddingBody } from './wire.ts'

export const hunyuanAdapter: OwnWire = {
  settingPlaces: { temperature: 'Temperature', topP: 'TopP', stop: 'Stop', seed: 'Seed' },
  partLimits: { files: false, without: ['max_tokens', 'response_format', 'required_call'] },
  buildRequest: buildHunyuanRequest,
  ...createReplyReader({ read: readHunyuanAnswer }),
  embeddings: {
    // The body has no model. `InputList` comes first: `actionOf` depends on it.
    build: ({ texts }) => ({ InputList: texts }) satisfies EmbeddingBody,
    parse: (answer) =>
      recordsOf(bodyOf(answer).Data)
        .map((entry, place) => ({
          place: numberOf(entry.Index) ?? place,
          vector: listOf(entry.Embedding),
        }))
        .sort((a, b) => a.place - b.place)
        .map(({ vector }) => vector),
  },
}
