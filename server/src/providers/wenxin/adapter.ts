import { listOf, numberOf, recordsOf } from '@sluice/contract/read-json'
import type { OwnWire } from '../own-wire.ts'
import { createReplyReader } from '../reply-reader.ts'
import { buildWenxinRequest } from './build-request.ts'
import { readWenxinAnswer } from './parse-answer.ts'
import type { EmbeddingBody } from './wire.ts'

export const wenxinAdapter: OwnWire = {
  settingPlaces: {
    temperature: 'temperature',
    topP: 'top_p',
    presencePenalty: 'penalty_score',
    stop: 'stop',
    responseFormat: 'response_format',
    userId: 'user_id',
  },
  partLimits: { images: false, files: false, without: ['json_schema', 'required_call'] },
  buildRequest: buildWenxinRequest,
  ...createReplyReader({ read: readWenxinAnswer }),
  embeddings: {
    build: ({ texts }) => ({ input: texts }) satisfies EmbeddingBody,
    parse: ({ data }) =>
      recordsOf(data)
        .map((entry, place) => ({
          place: numberOf(entry.index) ?? place,
          vector: listOf(entry.embedding),
        }))
        .sort((a, b) => a.place - b.place)
        .map(({ vector }) => vector),
  },
}
