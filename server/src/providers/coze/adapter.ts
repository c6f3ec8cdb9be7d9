import { frameData } from '../../protocols/sse/frame-data.ts'
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

const decoder = new TextDecoder()

/** The data of a frame after the name of its event, on a separate line; null for a frame without data. */
function namedData(frame: Uint8Array): string | null {
  const data = frameData(frame)
  if (data === null || data === '') return null
  const name = /(?:^|[\r\n])event:[ ]?([^\r\n]*)/.exec(decoder.decode(frame))?.[1] ?? ''
  return `${name}\n${data}`
}
