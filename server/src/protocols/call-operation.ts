import type { OpenaiOperation } from './openai-chat/parse-request.ts'
import type { MediaOperation } from './openai-media/media-operation.ts'

/** The kind of a call to an upstream: what a provider offers as one of its operations. */
export type CallOperation = OpenaiOperation | MediaOperation | 'realtime'
