import type { ResponseFeatures } from '../../core/chat/test-arbitrary-responses.ts'
import { commonSettings, type RequestFeatures } from '../../core/chat/test-request-features.ts'

/** Features of an answer of this API. */
export const expressibleResponses: ResponseFeatures = {
  reasoning: ['text', 'signed'],
  toolSignatures: true,
  citations: true,
  images: true,
  choices: 3,
  finishReasons: ['stop', 'length', 'content_filter', 'error'],
  createdAt: true,
  usage: [
    'inputText',
    'inputAudio',
    'inputImage',
    'cacheReadText',
    'cacheReadAudio',
    'cacheReadImage',
    'outputText',
    'outputAudio',
    'outputImage',
    'reasoning',
  ],
}

/** Features of a request. */
export const expressibleRequests: RequestFeatures = {
  files: ['base64'],
  audio: true,
  reasoning: ['text', 'signed'],
  toolSignatures: true,
  toolErrors: true,
  settings: [...commonSettings, 'frequencyPenalty', 'n'],
  thinkingShown: true,
  responseFormats: ['text', 'json', 'json_schema'],
  wantsUsage: 'always',
}
