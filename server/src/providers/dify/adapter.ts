import type { OwnWire } from '../own-wire.ts'
import { buildDifyRequest } from './build-request.ts'
import { difyErrorIn, parseDifyAnswer, parseDifyUsage } from './parse-answer.ts'
import { createDifyStreamParser } from './parse-stream.ts'

/** The application has its own settings: only the end user is sent. */
export const difyAdapter: OwnWire = {
  settingPlaces: { userId: 'user' },
  partLimits: { sound: true, without: ['tools', 'max_tokens', 'response_format'] },
  buildRequest: buildDifyRequest,
  parseAnswer: parseDifyAnswer,
  createStreamParser: createDifyStreamParser,
  parseUsage: parseDifyUsage,
  errorIn: difyErrorIn,
}
