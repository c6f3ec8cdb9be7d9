import type { OwnWire } from '../own-wire.ts'
import { createReplyReader } from '../reply-reader.ts'
import { buildDifyRequest } from './build-request.ts'
import { readDifyAnswer } from './parse-answer.ts'
import { createDifyReader } from './parse-stream.ts'

/** The application has its own settings: only the end user is sent. */
export const difyAdapter: OwnWire = {
  settingPlaces: { userId: 'user' },
  partLimits: { sound: true, without: ['tools', 'max_tokens', 'response_format'] },
  buildRequest: buildDifyRequest,
  ...createReplyReader({ read: readDifyAnswer, createStreamReader: createDifyReader }),
}
