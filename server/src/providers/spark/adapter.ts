import type { OwnWire } from '../own-wire.ts'
import { buildSparkRequest } from './build-request.ts'
import { parseSparkAnswer, parseSparkUsage, sparkErrorIn } from './parse-answer.ts'
import { createSparkStreamParser } from './parse-stream.ts'
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
  parseAnswer: parseSparkAnswer,
  createStreamParser: createSparkStreamParser,
  parseUsage: parseSparkUsage,
  errorIn: sparkErrorIn,
}
