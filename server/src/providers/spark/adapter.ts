import type { OwnWire } from '../own-wire.ts'
import { createReplyReader } from '../reply-reader.ts'
import { buildSparkRequest } from './build-request.ts'
import { readSparkMessage } from './parse-answer.ts'
import { versionOf } from './versions.ts'

/** The messages of the WebSocket API. */
export const sparkAdapter: OwnWire = {
  settingPlaces: {
    temperature: 'parameter.chat.temperature',
    topK: 'parameter.chat.top_k',
    userId: 'header.uid',
  },
  partLimits: { images: false, files: false, without: ['response_format', 'required_call', 'named_call'] },
  buildRequest: (request, { other }) => buildSparkRequest(request, versionOf(request.model, other)),
  ...createReplyReader({ read: readSparkMessage }),
}
