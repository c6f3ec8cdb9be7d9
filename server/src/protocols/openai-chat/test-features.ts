import type { ResponseFeatures } from '../../core/chat/test-arbitrary-responses.ts'

/** Features of an answer of this protocol. */
export const expressible: ResponseFeatures = {
  reasoning: ['text', 'signed', 'redacted'],
  toolSignatures: true,
  refusals: true,
  citations: true,
  images: true,
  choices: 3,
  createdAt: true,
  finishReasons: ['stop', 'length', 'content_filter'],
  usage: [
    'inputText',
    'inputAudio',
    'inputImage',
    'cacheReadText',
    'cacheWrite5m',
    'outputText',
    'outputAudio',
    'outputImage',
    'reasoning',
  ],
}
