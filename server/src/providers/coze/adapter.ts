import { namedData } from '../../protocols/sse/named-data.ts'
import type { OwnWire } from '../own-wire.ts'
import { buildCozeRequest } from './build-request.ts'
import { cozeReader } from './parse-answer.ts'

/** The bot has its own settings: only the end user is sent. */
export const cozeAdapter: OwnWire = {
  settingPlaces: { userId: 'user_id' },
  partLimits: { sound: true, without: ['tools', 'max_tokens', 'response_format'] },
  buildRequest: buildCozeRequest,
  ...cozeReader,
  // Events of different names have data of the same shape.
  dataOf: namedData,
}
