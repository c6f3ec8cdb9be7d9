import type { Effort, ResponseFormat, Thinking } from './chat-request.ts'
import type { MediaSource } from './content.ts'

/**
 * Neutral requests, answers and streams for property tests. By default they contain what every protocol can express;
 * options enable more.
 */
export interface RequestFeatures {
  /** Sources of images in user turns. Default: base64. */
  images?: MediaSource['kind'][]
  /** Sources of documents in user turns. Default: none. */
  files?: MediaSource['kind'][]
  audio?: boolean
  imageDetail?: boolean
  /** Cache marks on text, images, tools. */
  cache?: boolean
  /** `name` of messages. */
  names?: boolean
  /** System messages between turns; with false only in front. */
  midSystem?: boolean
  /** Reasoning in assistant turns. Default: none. */
  reasoning?: ('text' | 'signed' | 'redacted')[]
  toolSignatures?: boolean
  /** `isError` of tool results. */
  toolErrors?: boolean
  toolResultImages?: boolean
  /** Names of functions on tool results. Default true. */
  toolResultNames?: boolean
  refusals?: boolean
  /** Possible plain settings. Default: maxOutputTokens, temperature, topP, stop. */
  settings?: Setting[]
  thinking?: Thinking['kind'][]
  efforts?: Effort[]
  /** `isShown` of thinking. */
  thinkingShown?: boolean
  responseFormats?: ResponseFormat['kind'][]
  /** Whether a JSON schema has name, description, strict. */
  schemaNames?: boolean
  strictTools?: boolean
  parallelToolCalls?: boolean
  wantsUsage?: 'always' | 'never' | 'if_requested'
}

export type Setting =
  | 'maxOutputTokens'
  | 'temperature'
  | 'topP'
  | 'topK'
  | 'stop'
  | 'seed'
  | 'presencePenalty'
  | 'frequencyPenalty'
  | 'n'
  | 'userId'
  | 'serviceTier'

/** Settings that most formats have a field for. */
export const commonSettings: Setting[] = [
  'maxOutputTokens',
  'temperature',
  'topP',
  'topK',
  'stop',
  'seed',
  'presencePenalty',
]

/** Everything that the formats of clients can put into the neutral form. */
export const everyFeature: RequestFeatures = {
  images: ['base64', 'url', 'file_id'],
  files: ['base64', 'url', 'file_id', 'text'],
  audio: true,
  imageDetail: true,
  cache: true,
  names: true,
  midSystem: true,
  reasoning: ['text', 'signed', 'redacted'],
  toolSignatures: true,
  toolErrors: true,
  toolResultImages: true,
  refusals: true,
  settings: [...commonSettings, 'n', 'userId', 'serviceTier'],
  thinking: ['effort', 'budget', 'adaptive', 'off'],
  efforts: ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'],
  thinkingShown: true,
  responseFormats: ['text', 'json', 'json_schema'],
  schemaNames: true,
  strictTools: true,
  parallelToolCalls: true,
  wantsUsage: 'if_requested',
}
