import type { ResponseFeatures } from '../../core/chat/test-arbitraries.ts'

/** What an answer of this protocol can hold. */
export const expressible: ResponseFeatures = {
  reasoning: ['text', 'signed', 'redacted'],
  toolSignatures: true,
  refusals: true,
  citations: true,
  images: true,
  choices: 3,
  createdAt: true,
  finishReasons: ['stop', 'length', 'content_filter', 'error'],
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
