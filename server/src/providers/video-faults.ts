import { isRecord, type JsonRecord, recordOf, textOf } from '@sluice/contract/read-json'
import type { VideoError, VideoFault } from './video-wire.ts'

const moderationWords =
  /moderat(?:ion|ed)|content.?polic|sensitive|safety|prohibited|nsfw|data.?inspection|risk.?not.?pass|blocked by|AuditSubmitIllegal/i

/** Whether an error is about the content, by its code or its words. */
export const faultOf = (code: string, message: string): VideoFault =>
  moderationWords.test(code) || moderationWords.test(message) ? 'moderation' : 'other'

/** The error of OpenAI's form, `{error: {code, message}}`; null when there is none. */
export function errorOf(body: JsonRecord): VideoError | null {
  if (!isRecord(body.error)) return null
  const { code, message, type } = recordOf(body.error)
  return { fault: faultOf(textOf(code) || textOf(type), textOf(message)), message: textOf(message) }
}

/** A failure under success: the state names no result. */
export const withoutOutput: VideoError = { fault: 'other', message: 'the maker reported success without a result' }
