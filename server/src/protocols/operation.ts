import type { OpenaiOperation } from './openai-chat/parse-request.ts'
import type { MediaOperation } from './openai-media/media-operation.ts'

/** What a call wants of an upstream. */
export type Operation = OpenaiOperation | MediaOperation | 'realtime'
