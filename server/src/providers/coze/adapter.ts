import { recordOf } from '@sluice/contract/read-json'
import { namedData } from '../../protocols/sse/named-data.ts'
import type { OwnWire } from '../own-wire.ts'
import { buildCozeRequest } from './build-request.ts'
import { cozeErrorIn, parseCozeAnswer, parseCozeUsage } from './parse-answer.ts'
import { createCozeStreamParser } from './parse-stream.ts'

/** The bot has its own settings: only the end user is sent. */
export const cozeAdapter: OwnWire = {
  settingPlaces: { userId: 'user_id' },
  partLimits: { sound: true, without: ['tools', 'max_tokens', 'response_format'] },
  buildRequest: buildCozeRequest,
  parseAnswer: parseCozeAnswer,
  createStreamParser: createCozeStreamParser,
  parseUsage: (body) => parseCozeUsage(recordOf(body.data).usage),
  errorIn: cozeErrorIn,
  // Events of different names have data of the same shape.
  dataOf: namedData,
}
