import type { ResponseFeatures } from '../../core/chat/test-arbitrary-responses.ts'
import type { Usage } from '../../core/usage/usage.ts'

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

/** An answer as it is read again: the format does not say how long what was written to a cache lives. */
export const asRead = <T extends { usage?: Usage | null | undefined }>(answer: T): T =>
  answer.usage && answer.usage.cacheWrite5m > 0 ? { ...answer, usage: { ...answer.usage, isUnsplit: true } } : answer
