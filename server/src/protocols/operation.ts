import type { OpenaiOperation } from './openai-chat/parse-request.ts'
import type { MediaOperation } from './openai-media/media-operation.ts'

/** The kind of a call to an upstream. */
export type Operation = OpenaiOperation | MediaOperation | 'realtime'
